import { tokenPacks } from '@typecase/contract/plans'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { App } from '../../app.ts'
import { Failure } from '../../http/failure.ts'
import { addTestCard, BAD_CARD } from '../../testing/billing.ts'
import { addPerson } from '../../testing/people.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import {
  addTokens,
  chargeOfRequest,
  openCharge,
  pay,
  payAgain,
  settle,
  settlePending,
} from './charges.ts'

/** Number of runs. Set LEDGER_RUNS for more. */
const RUNS = Number(process.env['LEDGER_RUNS'] ?? 30)

let server: TestServer
const clock = createTestClock()

beforeAll(async () => {
  server = await startTestServer({}, { clock })
})
afterAll(() => server.remove())

class Crash extends Error {}

/** Where a purchase is interrupted: nowhere, before the provider's charge, after it, or by a lost response. */
const end = fc.constantFrom('none' as const, 'before' as const, 'after' as const, 'lost' as const)

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('buy' as const),
      pack: fc.nat(2),
      end,
      key: fc.nat(5),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('use' as const),
      tokens: fc.integer({ min: 1, max: 5_000_000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('settle' as const), isLate: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('tell' as const) }) },
)

/** Returns the app with a provider that interrupts a purchase. */
function cutOff(app: App, at: 'none' | 'before' | 'after' | 'lost'): App {
  const { payments } = app
  return {
    ...app,
    payments: {
      ...payments,
      async charge(customer, charge) {
        if (at === 'before') throw new Crash()
        const outcome = await payments.charge(customer, charge)
        if (at === 'after') throw new Crash()
        if (at === 'lost') throw new Failure('unavailable', 'No answer')
        return outcome
      },
    },
  }
}

test('the balance equals the tokens bought minus those used, after any interruption', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.boolean(), async (steps, isGood) => {
      const { app } = server
      const { db } = app
      const person = await addPerson(server)
      await addTestCard(server, person, isGood ? undefined : BAD_CARD)
      let used = 0
      for (const one of steps) {
        if (one.kind === 'use') {
          used += one.tokens
          const entry = { charge_id: null, bucket_id: null, created_at: clock.now() }
          await db.write(
            (write) => addTokens(write.db, { user_id: person.id, tokens: -one.tokens, ...entry }),
            'serializable',
          )
        } else if (one.kind === 'settle') {
          if (one.isLate) clock.advance(10 * 60_000)
          await settlePending(app)
        } else if (one.kind === 'tell') {
          // The provider reports the same charge repeatedly.
          const rows = await db.read.selectFrom('test_charges').selectAll().execute()
          for (const { key, failure_rule: rule } of rows)
            await db.write(
              (write) =>
                settle(
                  app,
                  write,
                  key,
                  rule === null ? { status: 'paid' } : { status: 'failed', rule },
                ),
              'serializable',
            )
        } else {
          const requestKey = `${person.id} ${one.key}`
          const existing = await chargeOfRequest(db.read, requestKey)
          const pack = tokenPacks[one.pack] ?? tokenPacks[0]
          const charge =
            existing ??
            (await db.write(
              (write) =>
                openCharge(write.db, clock, {
                  userId: person.id,
                  kind: 'tokens',
                  description: 'Tokens',
                  amount: pack.amount,
                  pack,
                  requestKey,
                }),
              'serializable',
            ))
          const buy = existing ? payAgain : pay
          await buy(cutOff(app, one.end), charge).catch((reason: unknown) => {
            if (!(reason instanceof Crash) && !(reason instanceof Failure)) throw reason
          })
        }
      }
      clock.advance(10 * 60_000)
      await settlePending(app)

      const charges = await db.read
        .selectFrom('charges')
        .selectAll()
        .where('user_id', '=', person.id)
        .execute()
      const charged = await db.read
        .selectFrom('test_charges')
        .selectAll()
        .where('user_id', '=', person.id)
        .where('failure_rule', 'is', null)
        .execute()
      const paid = charges.filter(({ status }) => status === 'paid')
      expect(charges.filter(({ status }) => status === 'pending')).toEqual([])
      // The recorded payments match the provider's charges, each exactly once.
      expect(paid.map(({ id }) => id).sort()).toEqual(charged.map(({ key }) => key).sort())
      const bought = paid.reduce((sum, { tokens }) => sum + tokens, 0)
      const { balance } = await db.read
        .selectFrom('billing_accounts')
        .select('balance')
        .where('user_id', '=', person.id)
        .executeTakeFirstOrThrow()
      expect(balance).toBe(bought - used)
    }),
    { numRuns: RUNS },
  )
})
