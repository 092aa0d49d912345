import { forgotPassword } from '@typecase/contract/users'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { deleteExpired } from '../jobs/clearing.ts'
import { restart } from '../testing/restart.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { limitList, type LimitName } from './limits-list.ts'

const ON = { RATE_LIMITS: 'on' }
const MINUTE = 60_000

let server: TestServer
beforeEach(async () => {
  server = await startTestServer(ON)
})
afterEach(() => server.remove())

const count = (limit: LimitName, key = 'k') => server.app.limits.count(limit, key)

/** Counts attempts until one is refused. @returns how many were allowed */
async function useUp(limit: LimitName, key = 'k'): Promise<number> {
  for (let done = 0; done < 1000; done += 1) {
    try {
      await count(limit, key)
    } catch {
      return done
    }
  }
  throw new Error('never limited')
}

const refused = { code: 'limited' }

test('the limits are the documented ones', () => {
  const figures = Object.entries(limitList).map(([name, { most, window }]) => [
    name,
    `${most} in ${window / MINUTE} minutes`,
  ])
  expect(Object.fromEntries(figures)).toMatchInlineSnapshot(`
    {
      "ai": "600 in 60 minutes",
      "assistantClient": "20 in 60 minutes",
      "assistantGrant": "30 in 60 minutes",
      "assistantToken": "60 in 60 minutes",
      "card": "60 in 60 minutes",
      "chat": "300 in 60 minutes",
      "code": "5 in 15 minutes",
      "comment": "60 in 1 minutes",
      "guestComment": "10 in 60 minutes",
      "guestCommentByLink": "200 in 1440 minutes",
      "invite": "50 in 60 minutes",
      "inviteLookup": "60 in 60 minutes",
      "inviteMail": "10 in 1440 minutes",
      "linkPassword": "5 in 15 minutes",
      "linkPasswordByLink": "100 in 60 minutes",
      "login": "5 in 15 minutes",
      "loginByAccount": "50 in 60 minutes",
      "loginByIp": "100 in 60 minutes",
      "mail": "3 in 60 minutes",
      "mailByIp": "20 in 60 minutes",
      "otp": "5 in 15 minutes",
      "otpTotal": "100 in 5256000 minutes",
      "publish": "60 in 60 minutes",
      "signup": "10 in 60 minutes",
      "signupMail": "3 in 60 minutes",
      "vercel": "60 in 1 minutes",
      "webhookTest": "30 in 1 minutes",
    }
  `)
})

test.each(['mail', 'mailByIp', 'signup', 'code', 'otp', 'login', 'signupMail'] as const)(
  '%s allows its maximum per key, and says when to try again',
  async (limit) => {
    const { most, window } = limitList[limit]
    expect(await useUp(limit)).toBe(most)
    const { retryAfter } = await count(limit).then(
      () => ({ retryAfter: 0 }),
      (reason: { retryAfter: number }) => reason,
    )
    expect(retryAfter).toBeGreaterThan(0)
    expect(retryAfter).toBeLessThanOrEqual(window / 1000)
    await count(limit, 'another')
  },
)

test('parallel attempts are all counted', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 40 }, () => count('code')))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
})

test('a count survives a restart, and expires after its time', async () => {
  await useUp('mail')
  server = await restart(server, 59 * MINUTE, ON)
  await expect(count('mail')).rejects.toMatchObject(refused)
  server = await restart(server, 2 * MINUTE, ON)
  await count('mail')
})

test('several limits are counted together or not at all', async () => {
  await useUp('code', 'used')
  for (let tries = 0; tries < 50; tries += 1) {
    const both = server.app.limits.countAll([
      ['mailByIp', 'shared'],
      ['code', 'used'],
    ])
    await expect(both).rejects.toMatchObject(refused)
  }
  expect(await useUp('mailByIp', 'shared')).toBe(20)
})

test('the wait doubles each time a limit is used up, up to a day', async () => {
  const waits: number[] = []
  let passed = 0
  for (let round = 0; round < 9; round += 1) {
    await useUp('login')
    const wait = await count('login').then(
      () => 0,
      (reason: { retryAfter: number }) => reason.retryAfter * 1000,
    )
    waits.push(Math.round(wait / MINUTE))
    passed += wait
    server = await restart(server, wait, ON)
  }
  expect(waits).toEqual([15, 30, 60, 120, 240, 480, 960, 1440, 1440])
  expect(passed).toBeGreaterThan(0)
  // A day after the last attempt, everything is forgotten.
  server = await restart(server, 25 * 60 * MINUTE, ON)
  expect(await useUp('login')).toBe(5)
  const last = await count('login').catch((reason: { retryAfter: number }) => reason.retryAfter)
  expect(last).toBeLessThanOrEqual(15 * 60)
})

test('checking a limit counts nothing', async () => {
  const check = () => server.app.limits.check('code', 'k')
  for (let tries = 0; tries < 20; tries += 1) await check()
  await useUp('code')
  await expect(check()).rejects.toMatchObject(refused)
})

test('forgetting a key starts its count again', async () => {
  await useUp('code')
  await server.app.limits.forget('code', 'k')
  expect(await useUp('code')).toBe(5)
})

describe('guarded work', () => {
  const guess = (isRight: boolean) =>
    server.app.limits.guard(
      [
        ['login', 'k'],
        ['loginByIp', 'ip'],
      ],
      async () => isRight,
      (result) => result,
    )

  test('counts only failures: any number of successes passes, even at once', async () => {
    const answers = await Promise.all(Array.from({ length: 130 }, () => guess(true)))
    expect(answers).not.toContain(false)
    expect(await useUp('loginByIp', 'ip')).toBe(100)
  })

  test('counts each of many simultaneous failures, and does not run beyond the limit', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 40 }, () => guess(false)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    await expect(guess(true)).rejects.toMatchObject(refused)
  })

  test('forgets the failures of its own key after a success, but not shared ones', async () => {
    for (let tries = 0; tries < 4; tries += 1) await guess(false)
    await guess(true)
    expect(await useUp('login')).toBe(5)
    expect(await useUp('loginByIp', 'ip')).toBe(96)
  })

  test('does not count an attempt that throws', async () => {
    for (let tries = 0; tries < 20; tries += 1) {
      const broken = server.app.limits.guard(
        [['login', 'k']],
        () => Promise.reject(new Error('disk full')),
        () => true,
      )
      await expect(broken).rejects.toThrow('disk full')
    }
    expect(await useUp('login')).toBe(5)
  })
})

test('nothing is counted while RATE_LIMITS is off', async () => {
  server = await restart(server, 0, { RATE_LIMITS: 'off' })
  const stored = () => server.app.db.read.selectFrom('limits').selectAll().execute()
  const before = await stored()
  for (let tries = 0; tries < 50; tries += 1) await count('code')
  expect(await stored()).toEqual(before)
})

test('stored counts and refusals contain no e-mail or IP addresses, and counts expire', async () => {
  const ask = () => server.send(forgotPassword, { body: { email: 'ada@example.org' } })
  for (let tries = 0; tries < limitList.mail.most; tries += 1) (await ask()).ok()
  const refusal = (await ask()).error()
  expect(refusal.code).toBe('limited')
  const rows = () => server.app.db.read.selectFrom('limits').selectAll().execute()
  const stored = await rows()
  expect(stored.length).toBeGreaterThan(1)
  expect(JSON.stringify([refusal, stored])).not.toMatch(/ada|127\.0\.0\.1/)
  server = await restart(server, 61 * MINUTE, ON)
  await count('code', 'other')
  await deleteExpired(server.app)
  expect(await rows()).toHaveLength(1)
})
