import type { Texts } from './en.ts'

export const pt: Texts = {
  resetMail: {
    subject: 'Escolha uma nova senha',
    text: link =>
      `Alguém, provavelmente você, pediu uma nova senha.\n\nEscolha-a aqui dentro de uma hora:\n${link}\n\nSe não foi você, nada mudou e não é preciso fazer nada.`,
  },
  invitationMail: {
    subject: store => `Convite para ${store}`,
    text: (store, from, link) =>
      `${from} convida você a trabalhar na loja ${store}.\n\nAceite dentro de uma semana:\n${link}\n\nSe você não conhece essa pessoa, não é preciso fazer nada.`,
  },
}
