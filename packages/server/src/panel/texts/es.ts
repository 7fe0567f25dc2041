import type { Texts } from './en.ts'

export const es: Texts = {
  language: 'Idioma',
  signIn: {
    title: 'Ingresar',
    lead: 'Con tu cuenta de Bodega.',
    email: 'Correo electrónico',
    password: 'Contraseña',
    submit: 'Ingresar',
    forgot: '¿Olvidaste la contraseña?',
    signUp: 'Crear una cuenta',
    wrong: 'El correo o la contraseña no son correctos.',
    tooOften: 'Demasiados intentos. Esperá un momento y probá de nuevo.',
    demo: 'Esto es una demostración: alcanza con un clic',
    asOwner: 'Dueño de la tienda de prueba',
    asPartner: 'Socio que hace aplicaciones',
  },
  consent: {
    title: app => `¿Instalar ${app}?`,
    publisher: name => `Una aplicación de ${name}`,
    scopes: 'Si aceptás, va a poder:',
    lifetime: 'Hasta que la desinstales en el administrador de tu tienda, en Aplicaciones.',
    privacy: 'Política de privacidad de la aplicación',
    store: 'En esta tienda',
    installed: 'ya instalada, recibe un token nuevo',
    added: 'Más que antes:',
    noStore: 'No tenés una tienda en la que se pueda instalar esta aplicación.',
    leads: host => `Después vas a ir a ${host}.`,
    accept: 'Aceptar e instalar',
    decline: 'Rechazar',
    you: 'Ingresaste como',
    notYou: '¿No sos vos? Salir',
  },
  callback: {
    title: 'La aplicación está instalada',
    lead: 'Este es el código de autorización. La aplicación lo cambia por su token, una sola vez y dentro de cinco minutos:',
    secret:
      'El client secret está en las claves de acceso de la aplicación; el de la aplicación de prueba también está en demo.json, en el directorio de datos.',
    noCode: 'Acá no hay un código que todavía se pueda usar. Instalá la aplicación de nuevo.',
    declined: 'La instalación fue rechazada.',
  },
  demoApp: {
    title: 'Demo app',
    lead: 'Una aplicación dentro del administrador. Saludó, y esto es lo que le contó el administrador:',
    store: 'Tienda',
    user: 'Quién la usa',
    token: 'Token de sesión',
    waiting: 'Espera al administrador',
    verify:
      'El token se hace de nuevo para cada pedido. El servidor de una aplicación lo verifica con el client secret.',
  },
  refusal: { title: 'Esto no funciona', lead: 'Algo del pedido no está bien. Volvé atrás y probá de nuevo.' },
  resetMail: {
    subject: 'Elegí una contraseña nueva',
    text: link =>
      `Alguien, probablemente vos, pidió una contraseña nueva.\n\nElegila acá dentro de una hora:\n${link}\n\nSi no fuiste vos, nada cambió y no hace falta hacer nada.`,
  },
  invitationMail: {
    subject: store => `Invitación a ${store}`,
    text: (store, from, link) =>
      `${from} te invita a trabajar en la tienda ${store}.\n\nAceptá dentro de una semana:\n${link}\n\nSi no conocés a esa persona, no hace falta hacer nada.`,
  },
}
