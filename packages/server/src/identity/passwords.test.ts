import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'

import { hashPassword, isOutdated, verifyPassword } from './passwords.ts'

test('a password is hashed with argon2id at the documented cost, and never twice the same', async () => {
  const [one, two] = await Promise.all([hashPassword('harbour'), hashPassword('harbour')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
})

test('a hash verifies its own password, and no other', async () => {
  const stored = await hashPassword('a quiet harbour')
  expect(await verifyPassword(stored, 'a quiet harbour')).toBe(true)
  expect(await verifyPassword(stored, 'a quiet harbor')).toBe(false)
  expect(await verifyPassword(null, 'a quiet harbour')).toBe(false)
  expect(await verifyPassword(undefined, '')).toBe(false)
})

test('a hash of another cost is outdated', async () => {
  expect(isOutdated(await hashPassword('harbour'))).toBe(false)
  expect(isOutdated(await hash('harbour', { memoryCost: 8192, timeCost: 3 }))).toBe(true)
})

test('many simultaneous checks all get the right answer', async () => {
  const stored = await hashPassword('harbour 7')
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => verifyPassword(stored, `harbour ${index}`)),
  )
  expect(answers.flatMap((isRight, index) => (isRight ? [index] : []))).toEqual([7])
})

test('a full queue refuses passwords, and accepts them again later', async () => {
  const crowd = Array.from({ length: 520 }, () => hashPassword('harbour'))
  const lateAnswer = await Promise.allSettled(crowd.slice(-10))
  for (const answer of lateAnswer)
    expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
  await Promise.allSettled(crowd)
  expect(await hashPassword('harbour')).toMatch(/^\$argon2id/)
}, 60_000)
