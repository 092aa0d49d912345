import { PRODUCT } from '@typecase/contract/product'
import type { Transporter } from 'nodemailer'

import { SMTP_TIMEOUT_MS } from '../limits.ts'
import type { Mail } from './mail-layout.ts'

/** Delivers one e-mail to a mail server. */
export interface Delivery {
  deliver(mail: Mail): Promise<void>
  close(): void
}

/** Creates the delivery to a mail server. @param url `smtp://user:password@host:port`, or `smtps://…` */
export function createSmtpDelivery(url: string, from: string): Delivery {
  let opening: Promise<Transporter> | undefined
  let transport: Transporter | undefined
  return {
    async deliver({ to, subject, text, html }) {
      transport ??= await (opening ??= openTransport(url))
      await transport.sendMail({
        from,
        // The object form is always one address, never a list.
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Mailer': PRODUCT },
      })
    },
    close: () => transport?.close(),
  }
}

/** Loads the library, with the first e-mail. */
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
    // Nothing in an e-mail may make the server read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Whether a mail server refused an e-mail for good (5xx for the e-mail itself), so a retry is useless. */
export function isRefused(reason: unknown): boolean {
  const { responseCode, code } = reason as { responseCode?: number; code?: string }
  // The operator can fix refused credentials, and the e-mail can then still be sent.
  return code !== 'EAUTH' && responseCode !== undefined && responseCode >= 500 && responseCode < 600
}
