import type { Texts } from './en.ts'

export const es: Texts = {
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
