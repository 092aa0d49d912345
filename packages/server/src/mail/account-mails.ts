import { PRODUCT } from '@typecase/contract/product'
import type { SignInMethod } from '@typecase/contract/users'

import { composeMail, type Mail, quotedName } from './mail-layout.ts'

/** The recipient of a personal e-mail. The address is verified, so the name is their own. */
export interface MailReader {
  readonly email: string
  readonly name: string
}

/** The base of links: `PUBLIC_URL`, never a header of the request (decisions §3). */
type Base = string

const verifyLink = (base: Base, code: string) => `${base}/verify-email?verification_code=${code}`
const resetLink = (base: Base, code: string) => `${base}/forgot-password?reset_code=${code}`

const notYou = (base: Base) =>
  `If this was not you, set a new password at once: ${base}/forgot-password`

/** Confirms the address of a new account. It has no greeting, since the name may come from a stranger. */
export const verifyMail = (to: string, base: Base, code: string): Mail =>
  composeMail({
    to,
    subject: `Confirm your e-mail address for ${PRODUCT}`,
    lines: [`Confirm this address to finish setting up your ${PRODUCT} account.`],
    action: { label: 'Confirm e-mail address', url: verifyLink(base, code) },
    notes: [
      'The link works once, for 24 hours.',
      'If you did not sign up, ignore this e-mail. Your account won’t be activated without the link.',
    ],
  })

/** Finishes an account for which two sign-ups chose different passwords: the owner of the mailbox chooses one. */
export const choosePasswordMail = (to: string, base: Base, code: string): Mail =>
  composeMail({
    to,
    subject: `Finish setting up your ${PRODUCT} account`,
    lines: [
      `This address was used to sign up for ${PRODUCT} more than once, with different passwords. To finish, confirm the address and choose a password.`,
    ],
    action: { label: 'Choose a password', url: resetLink(base, code) },
    notes: [
      'The link works once, for one hour.',
      'If you did not sign up, ignore this e-mail. Your account won’t be activated without the link.',
    ],
  })

export const resetMail = ({ email, name }: MailReader, base: Base, code: string): Mail =>
  composeMail({
    to: email,
    name,
    subject: `Set a new password for ${PRODUCT}`,
    lines: [
      'Someone asked to reset the password of your account. If it was you, set a new one here.',
    ],
    action: { label: 'Set a new password', url: resetLink(base, code) },
    notes: [
      'The link works once, for one hour. A newer link replaces it.',
      'If it wasn’t you, ignore this e-mail. Your password stays the same.',
    ],
  })

/** For the owner of an address that someone signed up with again. */
export const takenAddressMail = ({ email, name }: MailReader, base: Base): Mail =>
  composeMail({
    to: email,
    name,
    subject: `You already have a ${PRODUCT} account`,
    lines: [
      'Someone signed up with your e-mail address. You already have an account, so nothing was changed.',
    ],
    action: { label: 'Log in', url: `${base}/login` },
    notes: [
      `If it was you and you forgot your password: ${base}/forgot-password`,
      'If it wasn’t you, ignore this e-mail.',
    ],
  })

/** Confirms a new address for an account. It goes to the new address, so it greets no one. */
export const confirmAddressMail = (to: string, base: Base, code: string): Mail =>
  composeMail({
    to,
    subject: `Confirm your new e-mail address for ${PRODUCT}`,
    lines: [
      `Someone asked to use this address for their ${PRODUCT} account. If it was you, open the link in the browser where you are logged in.`,
    ],
    action: { label: 'Confirm new address', url: verifyLink(base, code) },
    notes: [
      'The link works once, for 24 hours. Until then the account keeps its old address.',
      'If it wasn’t you, ignore this e-mail.',
    ],
  })

/** For the old address, after the change. */
export const addressChangedMail = (
  { email, name }: MailReader,
  base: Base,
  newAddress: string,
): Mail =>
  composeMail({
    to: email,
    name,
    subject: `Your ${PRODUCT} account has a new e-mail address`,
    lines: [
      `Your account now uses ${newAddress}. You were logged out everywhere.`,
      `If this was not you, tell your ${PRODUCT} administrator: ${base}`,
    ],
  })

export const passwordChangedMail = ({ email, name }: MailReader, base: Base): Mail =>
  composeMail({
    to: email,
    name,
    subject: `Your ${PRODUCT} password was changed`,
    lines: ['Your password was changed, and you were logged out everywhere else.', notYou(base)],
  })

/** @param methods the other ways to sign in to the account */
export const passwordResetMail = (
  { email, name }: MailReader,
  base: Base,
  methods: readonly SignInMethod[],
): Mail =>
  composeMail({
    to: email,
    name,
    subject: `Your ${PRODUCT} password was changed`,
    lines: [
      'Your password was changed with a link from this mailbox. You were logged out everywhere else, and your access tokens no longer work.',
      ...(methods.length === 0
        ? []
        : [
            'These still open your account:',
            ...methods.map(({ kind, title }) =>
              kind === 'passkey' ? `• the passkey “${quotedName(title)}”` : `• ${title}`,
            ),
            'Remove the ones you do not recognize.',
          ]),
    ],
    ...(methods.length > 0 && {
      action: { label: 'Review passkeys and linked accounts', url: `${base}/account/sign-in` },
    }),
    notes: [notYou(base)],
  })

export const twoFactorChangedMail = (
  { email, name }: MailReader,
  base: Base,
  isOn: boolean,
): Mail =>
  composeMail({
    to: email,
    name,
    subject: `Two-step sign-in was turned ${isOn ? 'on' : 'off'}`,
    lines: [
      isOn
        ? 'Your account now asks for a one-time code at login. Keep the recovery codes in a safe place.'
        : 'Your account no longer asks for a one-time code at login.',
      notYou(base),
    ],
  })

/** @param way the new sign-in method, such as `Your Google account ada@example.org` */
export const wayInAddedMail = ({ email, name }: MailReader, base: Base, way: string): Mail =>
  composeMail({
    to: email,
    name,
    subject: 'A new way to log in was added',
    lines: [
      `${way} can now open your account.`,
      `If this was not you, remove it under ${base}/account/sign-in and set a new password.`,
    ],
  })

/** @param token such as `The access token “Terminal”` */
export const tokenAddedMail = ({ email, name }: MailReader, base: Base, token: string): Mail =>
  composeMail({
    to: email,
    name,
    subject: 'An access token was created',
    lines: [
      `${token} can now call the API in your name.`,
      `If this was not you, delete it under ${base}/account/tokens and set a new password.`,
    ],
  })

export const assistantAddedMail = ({ email, name }: MailReader, base: Base, client: string): Mail =>
  composeMail({
    to: email,
    name,
    subject: 'An assistant was connected',
    lines: [
      `The assistant “${client}” can now act in your name.`,
      `If this was not you, set a new password under ${base}/forgot-password: that disconnects every assistant.`,
    ],
  })

export const recoveryCodeUsedMail = ({ email, name }: MailReader, base: Base): Mail =>
  composeMail({
    to: email,
    name,
    subject: 'A recovery code was used',
    lines: [
      'Someone logged in to your account with a recovery code instead of a one-time code.',
      notYou(base),
    ],
  })

/** Confirms that an account without a password is to be closed. */
export const closeAccountMail = ({ email, name }: MailReader, base: Base, code: string): Mail =>
  composeMail({
    to: email,
    name,
    subject: `Close your ${PRODUCT} account`,
    lines: [
      'Someone who is logged in as you asked to close your account. If it was you, continue in the same browser.',
    ],
    action: { label: 'Close the account…', url: `${base}/account/deactivate?code=${code}` },
    notes: [
      'The link works once, for one hour. It asks again before anything is closed.',
      'If it was not you, log in and log out everywhere else. Your account is not closed.',
    ],
  })

export const accountClosedMail = ({ email, name }: MailReader, base: Base): Mail =>
  composeMail({
    to: email,
    name,
    subject: `Your ${PRODUCT} account was closed`,
    lines: [
      'Your account was closed, and you were logged out everywhere.',
      `If this was not you, tell your ${PRODUCT} administrator: ${base}`,
    ],
  })
