/** What the server itself says to people: its plain pages and its mail. */
export interface Texts {
  resetMail: { subject: string; text: (link: string) => string }
  invitationMail: { subject: (store: string) => string; text: (store: string, from: string, link: string) => string }
}

export const en: Texts = {
  resetMail: {
    subject: 'Choose a new password',
    text: link =>
      `Somebody, probably you, has asked for a new password.\n\nChoose it here within an hour:\n${link}\n\nIf it was not you, nothing has changed and there is nothing to do.`,
  },
  invitationMail: {
    subject: store => `Invitation to ${store}`,
    text: (store, from, link) =>
      `${from} invites you to work in the store ${store}.\n\nAccept within a week:\n${link}\n\nIf you do not know them, there is nothing to do.`,
  },
}
