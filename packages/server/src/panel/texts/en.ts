import type { Purchase } from '../../draft-orders/index.ts'

/** What the server itself says to people: its plain pages and its mail. */
export interface Texts {
  language: string
  signIn: Record<
    | 'title'
    | 'lead'
    | 'email'
    | 'password'
    | 'submit'
    | 'forgot'
    | 'signUp'
    | 'wrong'
    | 'tooOften'
    | 'demo'
    | 'asOwner'
    | 'asPartner',
    string
  >
  consent: {
    title: (app: string) => string
    publisher: (name: string) => string
    leads: (host: string) => string
  } & Record<
    | 'scopes'
    | 'noScopes'
    | 'lifetime'
    | 'privacy'
    | 'store'
    | 'installed'
    | 'added'
    | 'noStore'
    | 'changed'
    | 'accept'
    | 'decline'
    | 'you'
    | 'notYou',
    string
  >
  callback: Record<'title' | 'lead' | 'secret' | 'noCode' | 'noCodeLead' | 'declined' | 'declinedLead', string>
  demoApp: Record<'title' | 'lead' | 'store' | 'user' | 'token' | 'waiting' | 'verify', string>
  purchase: {
    order: (number: number) => string
    payment: Record<Purchase['payment_status'], string>
    delivery: Record<Purchase['shipping_status'], string>
  } & Record<
    'open' | 'cancelled' | 'products' | 'amount' | 'subtotal' | 'discount' | 'shipping' | 'total' | 'none' | 'noneLead',
    string
  >
  refusal: Record<'title' | 'lead', string>
  resetMail: { subject: string; text: (link: string) => string }
  invitationMail: { subject: (store: string) => string; text: (store: string, from: string, link: string) => string }
}

export const en: Texts = {
  language: 'Language',
  signIn: {
    title: 'Sign in',
    lead: 'With your Bodega account.',
    email: 'E-mail',
    password: 'Password',
    submit: 'Sign in',
    forgot: 'Forgot the password?',
    signUp: 'Create an account',
    wrong: 'The e-mail address or the password is wrong.',
    tooOften: 'Too many attempts. Wait a moment and try again.',
    demo: 'This is a demo: one click is enough',
    asOwner: 'Owner of the demo store',
    asPartner: 'Partner who makes applications',
  },
  consent: {
    title: app => `Install ${app}?`,
    publisher: name => `An application by ${name}`,
    scopes: 'If you accept, it may:',
    noScopes: 'It asks for no permissions.',
    lifetime: 'Until you uninstall it in the admin of your store, under Applications.',
    privacy: 'Privacy policy of the application',
    store: 'In this store',
    installed: 'already installed, gets a new token',
    added: 'More than before:',
    noStore: 'You own no store that this application can be installed in.',
    changed: 'Meanwhile the application has changed what it asks for. Look again before you accept.',
    leads: host => `Afterwards you are sent to ${host}.`,
    accept: 'Accept and install',
    decline: 'Decline',
    you: 'Signed in as',
    notYou: 'Not you? Sign out',
  },
  callback: {
    title: 'The application is installed',
    lead: 'This is the authorization code. The application now gets its token for it, once and within five minutes:',
    secret:
      'The client secret is in the access keys of the application; that of the demo application is also in demo.json in the data folder.',
    noCode: 'There is no code here',
    noCodeLead: 'It has been used, or is older than five minutes. Install the application again.',
    declined: 'The installation was declined',
    declinedLead: 'In the store everything stays as it was.',
  },
  demoApp: {
    title: 'Demo app',
    lead: 'An application inside the admin. It has greeted, and this is what the admin has told it:',
    store: 'Store',
    user: 'Who works with it',
    token: 'Session token',
    waiting: 'Waits for the admin',
    verify: 'The token is made anew for each request. The server of an application checks it with the client secret.',
  },
  purchase: {
    open: 'The store has prepared this order. Payment is arranged with the store, not on this page.',
    order: number => `Order #${number}`,
    cancelled: 'Cancelled',
    payment: {
      pending: 'Payment pending',
      pending_confirmation: 'Payment to be confirmed',
      authorized: 'Payment authorized',
      paid: 'Paid',
      partially_paid: 'Partially paid',
      abandoned: 'Payment abandoned',
      refunded: 'Refunded',
      partially_refunded: 'Partially refunded',
      voided: 'Payment voided',
    },
    delivery: {
      unpacked: 'In preparation',
      partially_packed: 'In preparation',
      unshipped: 'Ready to be sent',
      partially_fulfilled: 'Partially sent',
      shipped: 'Sent',
      delivered: 'Delivered',
    },
    products: 'Products',
    amount: 'Amount',
    subtotal: 'Subtotal',
    discount: 'Discount',
    shipping: 'Shipping',
    total: 'Total',
    none: 'There is no order here',
    noneLead: 'The address is not complete, or the store has withdrawn the order. Ask the store.',
  },
  refusal: { title: 'This does not work', lead: 'Something about the request is not right. Go back and try again.' },
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
