import type { Logger } from './log.ts'

export interface Mail {
  to: string
  subject: string
  text: string
}

export type Mailer = (mail: Mail) => Promise<void>

/** By SMTP, or into the log where none is set. Mail that cannot be sent is told there, and is no fault of the request. */
export function createMailer(smtp: { url: string; from: string } | undefined, log: Logger): Mailer {
  if (!smtp)
    return async ({ to, subject, text }) =>
      log.info(`mail to ${to}, not sent because SMTP_URL is not set: ${subject}\n${text}`)
  // Read by those only who send: it is a part of what every start takes.
  const transport = import('nodemailer').then(({ createTransport }) => createTransport(smtp.url))
  return async ({ to, ...mail }) => {
    try {
      // One address, whatever stands in it: a text would be read as a list, with names and remarks.
      await (await transport).sendMail({ from: smtp.from, to: { name: '', address: to }, ...mail })
    } catch (error) {
      log.error({ err: error }, `mail to ${to} could not be sent`)
    }
  }
}
