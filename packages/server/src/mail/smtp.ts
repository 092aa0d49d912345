import { PRODUCT } from '@typecase/contract/product'
import type { Transporter } from 'nodemailer'

import { SMTP_TIMEOUT_MS } from '../limits.ts'
import type { Mail } from './mail-layout.ts'

/** Delivers one e-mail to a mail server. */
export interface Delivery {
  deliver(mail: Mail): Promise<void>
  close(): void
}

/** @param url `smtp://user:password@host:port`, or `smtps://…` */
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

/** The library is loaded with the first e-mail. */
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

/** Whether a mail server refused for good (5xx to the e-mail itself), so that trying again is no use. */
export function isRefused(reason: unknown): boolean {
  const { responseCode, code } = reason as { responseCode?: number; code?: string }
  // Refused credentials are the operator's to fix: the e-mail can still go out then.
  return code !== 'EAUTH' && responseCode !== undefined && responseCode >= 500 && responseCode < 600
}
