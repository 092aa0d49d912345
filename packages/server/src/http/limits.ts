import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { Settings } from '../settings/settings.ts'
import { Failure, limited } from './failure.ts'
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
 * One count: the limit, and what it counts for. The key is built by us from the address, the account or both
 * (`limits-keys.ts`), never from a field that the caller can vary freely.
 */
export type Attempt = readonly [limit: LimitName, key: string]

/** Limits on attempts that survive a restart (reliability G13). All of them do nothing with `RATE_LIMITS=off`. */
export interface Limits {
  /** Counts an attempt. @throws Failure `limited` when the limit is used up; it is not counted then */
  count(limit: LimitName, key: string): Promise<void>
  /** Counts all of these or none. @throws Failure `limited` when one of them is used up */
  countAll(attempts: readonly Attempt[]): Promise<void>
  /** @throws Failure `limited` when it is used up already; counts nothing */
  check(limit: LimitName, key: string): Promise<void>
  /** Forgets the attempts after a success. */
  forget(limit: LimitName, key: string): Promise<void>
  /**
   * Runs something that may be guessed at, counted before it runs, so that guesses in parallel count as well.
   * Those of the same first key wait for each other, so that many successes at once never meet the limit.
   * @param work when it throws, it was no attempt
   * @param isSuccess tells from its result whether the guess was right
   * @throws Failure `limited` when one of the limits is used up; `work` does not run then
   */
  guard<T>(
    attempts: readonly Attempt[],
    work: () => Promise<T>,
    isSuccess: (result: T) => boolean,
  ): Promise<T>
}

/** How long a limit that was used up is remembered, so that the next wait is longer. */
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
      await tx.deleteFrom('limits').where('keep_until', '<=', now).execute()
      for (const [name, key] of attempts) {
        const limit: Limit = limitList[name]
        const id = hashKey(name, key)
        const known = await tx
          .selectFrom('limits')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirst()
        const isRunning = known !== undefined && known.ends_at > now
        if (isRunning && known.count >= limit.most) throw usedUp(limit, known.ends_at - now)
        const row = counted(limit, now, isRunning ? known : undefined, known?.strikes ?? 0)
        await tx
          .insertInto('limits')
          .values({ id, ...row })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
          .execute()
      }
    })
  }

  async function takeBack(attempts: readonly Attempt[], isSuccess: boolean): Promise<void> {
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
    })
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
      }),

    guard: (attempts, work, isSuccess) =>
      inTurn(hashKey(...(attempts[0] ?? [])), async () => {
        await countAll(attempts)
        try {
          const result = await work()
          if (isSuccess(result)) await takeBack(attempts, true)
          return result
        } catch (reason) {
          await takeBack(attempts, false)
          throw reason
        }
      }),
  }
}

/** The row after one more attempt. */
function counted(
  { most, window, longest }: Limit,
  now: number,
  running: { count: number; ends_at: number } | undefined,
  strikes: number,
) {
  const count = (running?.count ?? 0) + 1
  const backsOff = longest !== undefined && count === most
  const ends_at = backsOff
    ? now + Math.min(window * 2 ** strikes, longest)
    : (running?.ends_at ?? now + window)
  return {
    count,
    ends_at,
    strikes: strikes + (backsOff ? 1 : 0),
    keep_until: longest === undefined ? ends_at : ends_at + MEMORY,
  }
}

const usedUp = ({ message }: Limit, wait: number): Failure =>
  message === undefined ? limited(Math.ceil(wait / 1000)) : new Failure('limited', message)
