/** The words that most leaked passwords are made of, in English, Spanish and Portuguese; digits behind them are no help. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `password passwort passw0rd p@ssword p@ssw0rd contraseña contrasena senha senhas clave secreto segredo secret letmein
   welcome bienvenido bemvindo admin administrator administrador root user usuario login master master1 test testing
   prueba teste guest default changeme cambiame qwerty qwertyui qwertyuiop qwerty123 qazwsx qazwsxedc 1q2w3e4r 1q2w3e4r5t
   1qaz2wsx q1w2e3r4 asdfgh asdfghjkl zxcvbn zxcvbnm 12345678 123456789 1234567890 87654321 987654321 123123123 11223344
   112233445566 12341234 abcd1234 a1b2c3d4 abc12345 abcdefgh abcdefghi iloveyou iloveu teamo teamo123 teamomucho
   tequiero teadoro teamoo euteamo amorzinho meuamor miamor amor love lovely sunshine princess princesa principe monkey
   dragon football baseball futebol futbol soccer hockey basketball superman batman spiderman pokemon starwars whatever
   trustno1 shadow michael jennifer jordan jordan23 michelle daniel daniela gabriel gabriela fernando fernanda carlos
   rodrigo alejandro alejandra mariana juliana camila valentina santiago sebastian nicolas matias mateus matheus lucas
   felipe leonardo eduardo ricardo roberto alberto patricia veronica carolina estrella mariposa corazon coracao flamengo
   corinthians palmeiras saopaulo santos gremio vasco cruzeiro bocajuniors riverplate barcelona realmadrid liverpool
   arsenal chelsea manchester brasil argentina mexico colombia computer internet samsung google facebook instagram
   freedom hello hello123 charlie ashley bailey buster hunter killer ranger harley thomas robert george andrew joshua
   matthew anthony cookie cheese pepper ginger summer winter spring autumn january december november october september
   flower purple orange yellow silver golden diamond phoenix jesus jesuscristo cristo deus deusefiel jesusteama
   familia family mother madre abuelo cachorro chocolate bodega tienda tiendanube nuvemshop shop store loja negocio
   asdf asdfasdf asd123 zaq12wsx !qaz2wsx aa123456 a123456789 123qwe123 qwe123qwe 147258369 159753159 123654789
   741852963 963852741 14725836 13579246 24681357 19841984 19901990 20002000 20202020`
    .split(/\s+/)
    .filter(word => word !== ''),
)
