import type { Clock } from '../clock.ts'
import type { Database, Reader } from '../database/database.ts'
import type { Settings } from '../settings/settings.ts'
import { Failure, rateLimited } from './failure.ts'
import { hashKey } from './limits-keys.ts'
import { type Limit, limitList, type LimitName } from './limits-list.ts'
import { createTurns } from '../turns.ts'

declare module '../database/tables.ts' {
  interface Tables {
    limits: {
      id: string
      count: number
      ends_at: number
      strikes: number
      keep_until: number
    }
  }
}

/**
 * A counter: the limit and its key. The server builds the key from the address, the account or both (`limits-keys.ts`),
 * never from a field that the caller can vary freely.
 */
export type Attempt = readonly [limit: LimitName, key: string]

/** Limits on attempts that survive a restart (reliability G13). All of them do nothing with `RATE_LIMITS=off`. */
export interface Limits {
  /** Counts an attempt. @throws Failure `limited` when the limit is used up; the attempt does not count then */
  count(limit: LimitName, key: string): Promise<void>
  /** Counts all of these attempts or none. @throws Failure `limited` when one of the limits is used up */
  countAll(attempts: readonly Attempt[]): Promise<void>
  /** Checks a limit without counting. @throws Failure `limited` when it is used up */
  check(limit: LimitName, key: string): Promise<void>
  /** Resets the count after a success. */
  forget(limit: LimitName, key: string): Promise<void>
  /**
   * Runs work that tests a secret which can be guessed. Attempts count before the work runs, so that parallel guesses
   * count as well. Attempts with the same first key run one after another, so that many successes at once never reach
   * the limit.
   * @param work attempts do not count if it throws
   * @param isSuccess whether the result shows a correct guess
   * @throws Failure `limited` when one of the limits is used up; `work` does not run then
   */
  guard<T>(
    attempts: readonly Attempt[],
    work: () => Promise<T>,
    isSuccess: (result: T) => boolean,
  ): Promise<T>
}

/** How long the server remembers an exhausted limit, so that the next wait is longer, in ms. */
const MEMORY = 24 * 3600 * 1000

const off: Limits = {
  count: async () => {},
  countAll: async () => {},
  check: async () => {},
  forget: async () => {},
  guard: (_attempts, work) => work(),
}

export function createLimits(settings: Settings, clock: Clock, db: Database): Limits {
  if (settings.RATE_LIMITS === 'off') return off
  const inTurn = createTurns()

  function countAll(attempts: readonly Attempt[]): Promise<void> {
    return db.write(async ({ db: tx }) => {
      const now = clock.now()
      for (const [name, key] of attempts)
        await countOne(tx, limitList[name], hashKey(name, key), now)
    }, 'read committed')
  }

  async function refundAttempts(attempts: readonly Attempt[], isSuccess: boolean): Promise<void> {
    await db.write(async ({ db: tx }) => {
      for (const [name, key] of attempts) {
        const id = hashKey(name, key)
        if (isSuccess && limitList[name].onSuccess === 'forget') {
          await tx.deleteFrom('limits').where('id', '=', id).execute()
        } else {
          await tx
            .updateTable('limits')
            .set((eb) => ({ count: eb('count', '-', 1) }))
            .where('id', '=', id)
            .where('count', '>', 0)
            .execute()
        }
      }
    }, 'serializable')
  }

  return {
    count: (limit, key) => countAll([[limit, key]]),
    countAll,

    async check(name, key) {
      const now = clock.now()
      const row = await db.read
        .selectFrom('limits')
        .select(['count', 'ends_at'])
        .where('id', '=', hashKey(name, key))
        .executeTakeFirst()
      const limit: Limit = limitList[name]
      if (row && row.ends_at > now && row.count >= limit.most)
        throw usedUp(limit, row.ends_at - now)
    },

    forget: (name, key) =>
      db.write(async ({ db: tx }) => {
        await tx.deleteFrom('limits').where('id', '=', hashKey(name, key)).execute()
      }, 'serializable'),

    guard: (attempts, work, isSuccess) =>
      inTurn(hashKey(...(attempts[0] ?? [])), async () => {
        await countAll(attempts)
        try {
          const result = await work()
          if (isSuccess(result)) await refundAttempts(attempts, true)
          return result
        } catch (reason) {
          await refundAttempts(attempts, false)
          throw reason
        }
      }),
  }
}

/**
 * Counts an attempt. A single statement does this, so concurrent attempts are serialised.
 * @throws Failure `limited` when the limit is used up
 */
async function countOne(db: Reader, limit: Limit, id: string, now: number): Promise<void> {
  const { most, window, longest } = limit
  const ends_at = now + window
  const keep_until = longest === undefined ? ends_at : ends_at + MEMORY
  const counted = await db
    .insertInto('limits')
    .values({ id, count: 1, ends_at, strikes: 0, keep_until })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => {
          const isOver = eb('limits.ends_at', '<=', now)
          const isLast = eb('limits.count', '=', most - 1)
          let wait = eb.case().when('limits.strikes', '=', eb.lit(0)).then(eb.lit<number>(0))
          for (const [strikes, more] of longerWaits(limit).entries())
            wait = wait.when('limits.strikes', '=', eb.lit(strikes + 1)).then(eb.lit(more))
          const longer = wait.else(eb.lit((longest ?? window) - window)).end()
          const endOf = (column: 'ends_at' | 'keep_until') => {
            const end = eb.ref(`limits.${column}`)
            const excluded = eb.ref(`excluded.${column}`)
            return eb
              .case()
              .when(isOver)
              .then(excluded)
              .when(isLast)
              .then(longest === undefined ? end : eb(excluded, '+', longer))
              .else(end)
              .end()
          }
          return {
            count: eb
              .case()
              .when(isOver)
              .then(eb.lit(1))
              .else(eb('limits.count', '+', 1))
              .end(),
            ends_at: endOf('ends_at'),
            keep_until: endOf('keep_until'),
            strikes: eb
              .case()
              .when('limits.keep_until', '<=', now)
              .then(eb.lit(0))
              .when(eb.and([eb.not(isOver), isLast]))
              .then(eb('limits.strikes', '+', 1))
              .else(eb.ref('limits.strikes'))
              .end(),
          }
        })
        .where((eb) => eb.or([eb('limits.ends_at', '<=', now), eb('limits.count', '<', most)])),
    )
    .returning('id')
    .executeTakeFirst()
  if (counted) return
  const row = await db
    .selectFrom('limits')
    .select('ends_at')
    .where('id', '=', id)
    .executeTakeFirst()
  throw usedUp(limit, (row?.ends_at ?? now) - now)
}

/**
 * Returns the waits in addition to the window, in ms, for a limit that is used up a second time, a third time and so
 * on.
 */
function longerWaits({ window, longest = window }: Limit): number[] {
  const waits: number[] = []
  for (let wait = 2 * window; wait < longest; wait *= 2) waits.push(wait - window)
  return waits
}

const usedUp = ({ message }: Limit, wait: number): Failure =>
  message === undefined ? rateLimited(Math.ceil(wait / 1000)) : new Failure('limited', message)
