import type { FastifyBaseLogger } from 'fastify'

import { MAX_WAITING_MAILS } from '../limits.ts'
import type { Clock } from '../clock.ts'
import type { Settings } from '../settings/settings.ts'
import type { Mail } from './mail-layout.ts'
import { createOutbox } from './outbox.ts'
import { createSmtpDelivery, isRefused } from './smtp.ts'

/** An e-mail that waits for a retry. */
export interface WaitingMail {
  readonly to: string
  readonly subject: string
  /** The number of attempts. */
  readonly tries: number
  /** UNIX ms. */
  readonly next_at: number
  /** The response of the mail server. */
  readonly problem: string
}

/**
 * Passes e-mails to a mail server, or to the outbox folder if none is configured. Callers never wait and never fail: a
 * failed e-mail is retried for about an hour and then logged. The queue is in memory, so a crash loses waiting e-mails;
 * users can request every e-mail again.
 */
export interface Mailer {
  /**
   * Sends an e-mail; within a write, call it from `afterCommit`. Without a mail server, the outbox has it immediately.
   */
  send(mail: Mail): void
  /**
   * Sends the e-mail that `write` returns, if any, after the caller has responded: the response time must not reveal
   * whether there was an e-mail to send.
   */
  sendLater(write: () => Promise<Mail | undefined>): void
  /** E-mails that could not be delivered and wait for a retry, oldest first. */
  waiting(): readonly WaitingMail[]
  /** Waits for e-mails being sent, and drops those that wait for a retry. */
  close(): Promise<void>
}

/** Delays before retries, in ms. */
const RETRIES = [5_000, 30_000, 120_000, 600_000, 1_800_000]

export function createMailer(
  settings: Settings,
  clock: Clock,
  log: FastifyBaseLogger,
  retries: readonly number[] = RETRIES,
): Mailer {
  const busy = new Set<Promise<void>>()
  const waiting = new Map<NodeJS.Timeout, WaitingMail>()
  const smtp =
    settings.SMTP_URL === undefined
      ? undefined
      : createSmtpDelivery(settings.SMTP_URL, settings.MAIL_FROM)
  const outbox = createOutbox(settings.DATA_DIR, clock)

  function send(mail: Mail): void {
    if (!isOneAddress(mail.to)) {
      log.error({ subject: mail.subject }, 'e-mail not sent: its recipient is not one address')
    } else if (smtp) {
      track(deliver(mail, 0))
    } else {
      writeToOutbox(mail)
    }
  }

  function writeToOutbox(mail: Mail): void {
    try {
      const file = outbox(mail)
      log.info(
        { to: mail.to, subject: mail.subject, links: mail.links, file },
        'e-mail in the outbox',
      )
    } catch (reason) {
      log.error({ err: reason, to: mail.to, subject: mail.subject }, 'e-mail could not be written')
    }
  }

  async function deliver(mail: Mail, tries: number): Promise<void> {
    try {
      await smtp?.deliver(mail)
      log.info({ to: mail.to, subject: mail.subject }, 'e-mail sent')
    } catch (reason) {
      const wait = isRefused(reason) ? undefined : retries[tries]
      const about = { err: reason, to: mail.to, subject: mail.subject, tries: tries + 1 }
      if (wait === undefined || waiting.size >= MAX_WAITING_MAILS) {
        log.error(about, 'e-mail could not be delivered')
        return
      }
      log.warn(about, 'e-mail will be tried again')
      const timer = setTimeout(() => {
        waiting.delete(timer)
        track(deliver(mail, tries + 1))
      }, wait)
      waiting.set(timer.unref(), {
        to: mail.to,
        subject: mail.subject,
        tries: tries + 1,
        next_at: clock.now() + wait,
        problem: (reason instanceof Error ? reason.message : String(reason)).slice(0, 300),
      })
    }
  }

  function track(work: Promise<void>): void {
    busy.add(work)
    void work.finally(() => busy.delete(work))
  }

  return {
    send,

    sendLater(write) {
      const work = async () => {
        await new Promise(setImmediate)
        try {
          const mail = await write()
          if (mail) send(mail)
        } catch (reason) {
          log.error({ err: reason }, 'e-mail could not be prepared')
        }
      }
      track(work())
    },

    waiting: () => [...waiting.values()],

    async close() {
      if (waiting.size > 0) log.warn({ count: waiting.size }, 'waiting e-mails were dropped')
      for (const timer of waiting.keys()) clearTimeout(timer)
      waiting.clear()
      while (busy.size > 0) await Promise.all(busy)
      for (const timer of waiting.keys()) clearTimeout(timer)
      smtp?.close()
    },
  }
}

/**
 * Whether a text is a single address: no list, no line break, no name. The caller has checked that it is an address.
 */
const isOneAddress = (to: string): boolean => /^[^\s,;<>"()]+@[^\s,;<>"()@]+$/.test(to)
