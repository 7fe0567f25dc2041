/** Texts in the three languages that the shops of the region are written in. */
export interface Texts {
  es: string
  pt: string
  en: string
}

/** `Remera|Camiseta|T-shirt`: Spanish, Portuguese, English; one alone stands for all. */
export function texts(written: string): Texts {
  const [es = '', pt = es, en = es] = written.split('|')
  return { es, pt, en }
}

/** A text in the languages of a store; where we do not speak one, English stands in. */
export const inLanguages = (text: Texts, languages: readonly string[]): Record<string, string> =>
  Object.fromEntries(languages.map(language => [language, text[language.slice(0, 2) as keyof Texts] ?? text.en]))

/** A value of an attribute. */
export interface Choice {
  text: Texts
  /** As it stands in a SKU. */
  code: string
}

const choice = (code: string, written: string): Choice => ({ code, text: texts(written) })

export const attributes = { size: texts('Talle|Tamanho|Size'), color: texts('Color|Cor|Color') }

export const colors: readonly Choice[] = [
  choice('NE', 'Negro|Preto|Black'),
  choice('BL', 'Blanco|Branco|White'),
  choice('CR', 'Crudo|Cru|Ecru'),
  choice('GR', 'Gris|Cinza|Grey'),
  choice('AZ', 'Azul|Azul|Blue'),
  choice('CE', 'Celeste|Azul-claro|Light blue'),
  choice('VE', 'Verde|Verde|Green'),
  choice('RO', 'Rojo|Vermelho|Red'),
  choice('BO', 'Bordó|Bordô|Burgundy'),
  choice('MO', 'Mostaza|Mostarda|Mustard'),
  choice('TE', 'Terracota|Terracota|Terracotta'),
  choice('RS', 'Rosa|Rosa|Pink'),
]

export const clothingSizes = [
  choice('XS', 'XS|PP|XS'),
  choice('S', 'S|P|S'),
  choice('M', 'M'),
  choice('L', 'L|G|L'),
  choice('XL', 'XL|GG|XL'),
]
export const shoeSizes = Array.from({ length: 10 }, (_, i) => choice(String(35 + i), String(35 + i)))
export const volumes = ['100', '250', '500'].map(amount => choice(amount, `${amount} ml`))
export const pieceSizes = [
  choice('CH', 'Chico|Pequeno|Small'),
  choice('ME', 'Mediano|Médio|Medium'),
  choice('GD', 'Grande|Grande|Large'),
]

/** Names of collections are places: they sound the same in every language. */
export const collections =
  `Aconcagua,Amaicha,Angra,Arequipa,Atacama,Bahia,Bariloche,Barichara,Belém,Bonito,Búzios,Cafayate,Calafate,Canela,
Caraíva,Cariló,Carmelo,Cartagena,Chaltén,Chiloé,Chiriquí,Colca,Colchagua,Copacabana,Coyoacán,Cusco,Elqui,Esteros,Floripa,
Futaleufú,Galápagos,Garopaba,Gramado,Guanajuato,Guatapé,Humahuaca,Ibera,Iguazú,Ilhabela,Ipanema,Itacaré,Jericoacoara,Lanín,
Leticia,Maipo,Manaus,Mantiqueira,Maragogi,Máncora,Mérida,Nahuel,Neuquén,Noronha,Oaxaca,Olinda,Otavalo,Pampa,Pantanal,Paracas,
Paraty,Patagonia,Piriápolis,Pucón,Purmamarca,Quilmes,Recife,Rocha,Roraima,Salento,Salta,Sayulita,Tafí,Taxco,Tayrona,Tilcara,
Titicaca,Torres,Traful,Trancoso,Tulum,Ushuaia,Uspallata,Valdivia,Valparaíso`
    .split(',')
    .map(name => name.trim())

/** Lines of a collection. */
export const lines =
  'Alba,Aura,Brisa,Cala,Delta,Duna,Duo,Eco,Era,Faro,Flor,Isla,Lumen,Luna,Mar,Nido,Norte,Nova,Onda,Orbe,Sol,Sur,Terra,Uno,Vita,Zen'.split(
    ',',
  )

export const brands =
  'Andina,Casa Lapacho,Ceibo,Dos Ríos,El Hornero,Jacarandá,La Ribera,Mar Adentro,Monte Claro,Quebracho,Sertão,Tierra Fría'.split(
    ',',
  )

/** Written so that they fit whatever the thing is, one thing or a pair, he or she. */
export const promises: readonly Texts[] = [
  'Producción en series cortas, en talleres de la región.|Produção em séries curtas, em oficinas da região.|Made in short runs by workshops of the region.',
  'Un diseño para todos los días, con terminaciones a mano.|Um desenho para todos os dias, com acabamento à mão.|A design for every day, finished by hand.',
  'Materia prima de productores locales, con origen conocido.|Matéria-prima de produtores locais, com origem conhecida.|Raw material from local producers, of known origin.',
  'Llega en una caja de cartón reciclado, sin plástico.|Chega em uma caixa de papelão reciclado, sem plástico.|Arrives in a box of recycled cardboard, without plastic.',
  'Seis meses de garantía y cambio sin cargo.|Seis meses de garantia e troca sem custo.|Six months of warranty and free exchange.',
  'Colores que acompañan todas las temporadas.|Cores que acompanham todas as estações.|Colours that go with every season.',
].map(texts)

export const tags: readonly Texts[] = [
  'novedades|novidades|new',
  'hecho a mano|feito à mão|handmade',
  'regalos|presentes|gifts',
  'verano|verão|summer',
  'invierno|inverno|winter',
  'sustentable|sustentável|sustainable',
  'oferta|oferta|sale',
  'clásicos|clássicos|classics',
].map(texts)
