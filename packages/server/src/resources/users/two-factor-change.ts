import type { BodyOf } from '@typecase/contract/endpoint'
import type { updateUser } from '@typecase/contract/users'

import type { App } from '../../app.ts'
import type { Write } from '../../database/write-queue.ts'
import { invalid } from '../../http/failure.ts'
import { readTotpSecret, totpStepOf } from '../../identity/one-time-codes.ts'
import { twoFactorChangedMail } from '../../mail/account-mails.ts'
import { demandCode, dropRecoveryCodes, replaceRecoveryCodes } from './second-factor.ts'
import type { UserChange, UserRow } from './store.ts'
import { toMailReader } from './user-view.ts'

type TwoFactor = NonNullable<BodyOf<typeof updateUser>['data']['two_factor']>

const PATH = 'data.two_factor'

/** A change of the second step, to be applied within the profile's write. */
export interface TwoFactorChange {
  /** Whether the change turns the second step on or off; undefined if it does neither. */
  readonly turns: 'on' | 'off' | undefined
  /** A code of the current second step, required for the change. */
  readonly code: string | undefined
  /** The changed columns of the user. */
  readonly change: UserChange
  /** Applies the change within the write. @returns new recovery codes, shown once */
  apply(write: Write): Promise<string[] | undefined>
}

/**
 * Parses a change of the second step: `{enabled: true, secret_code, otp}` turns it on with a secret that the client
 * generated and a code that proves that the app has it. While it is on, `{enabled: true, otp}` creates new recovery
 * codes and `{enabled: false, otp}` turns it off; both accept a recovery code as `otp`.
 * @throws Failure `invalid` at the part of `data.two_factor` that is missing or wrong
 */
export function readTwoFactorChange(app: App, user: UserRow, change: TwoFactor): TwoFactorChange {
  const code = change.otp?.replace(/\s/g, '') || undefined
  const isOn = user.totp_secret !== null
  if (isOn && change.enabled && change.secret_code !== undefined) {
    throw invalid(`${PATH}.enabled`, 'Two-step sign-in is already on. Turn it off first.', 'on')
  }
  if (isOn) return change.enabled ? newRecoveryCodes(app, user, code) : turnOff(app, user, code)
  if (change.enabled) return turnOn(app, user, change.secret_code, code)
  return { turns: undefined, code: undefined, change: {}, apply: async () => undefined }
}

function turnOn(
  app: App,
  user: UserRow,
  text: string | undefined,
  code: string | undefined,
): TwoFactorChange {
  if (text === undefined) throw missing('secret_code')
  if (code === undefined) throw missing('otp')
  const secret = readTotpSecret(text)
  if (secret === undefined) {
    throw invalid(`${PATH}.secret_code`, `${PATH}.secret_code must be base32 of 160 bits or more`)
  }
  const step = totpStepOf(secret, code, app.clock.now())
  if (step === undefined) throw wrongCode()
  return {
    turns: 'on',
    code: undefined,
    // The code has travelled over the network, so its time step counts as used: it cannot open a session as well.
    change: { totp_secret: app.sealer.seal(secret), totp_last_step: step },
    async apply(write) {
      tell(write, app, user, true)
      return replaceRecoveryCodes(write, user.id)
    },
  }
}

function turnOff(app: App, user: UserRow, code: string | undefined): TwoFactorChange {
  if (code === undefined) throw missing('otp')
  return {
    turns: 'off',
    code,
    change: { totp_secret: null, totp_last_step: null },
    async apply(write) {
      await demandCode(write, app, user, code)
      await dropRecoveryCodes(write, user.id)
      tell(write, app, user, false)
      return undefined
    },
  }
}

function newRecoveryCodes(app: App, user: UserRow, code: string | undefined): TwoFactorChange {
  if (code === undefined) throw missing('otp')
  return {
    turns: undefined,
    code,
    change: {},
    async apply(write) {
      await demandCode(write, app, user, code)
      return replaceRecoveryCodes(write, user.id)
    },
  }
}

function tell(write: Write, { mailer, settings }: App, user: UserRow, isOn: boolean): void {
  const mail = twoFactorChangedMail(toMailReader(user), settings.PUBLIC_URL, isOn)
  write.afterCommit(() => mailer.send(mail))
}

const missing = (key: string) =>
  invalid(`${PATH}.${key}`, `${PATH}.${key} is a required field`, 'required')

export const wrongCode = () =>
  invalid(`${PATH}.otp`, 'The one-time code is wrong or has already been used.', 'otp')
