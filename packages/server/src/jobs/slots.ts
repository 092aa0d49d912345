import { JOB_SLOTS, JOB_SLOTS_PER_ACCOUNT, MAX_NETWORK_JOBS } from '../limits.ts'

/** A job that runs in this process. */
export interface SlotHolder {
  readonly bucketId: string
  /** Null for jobs of the server itself. */
  readonly account: string | null
  /** Whether the job waits for other servers, which it does without a slot. */
  readonly usesNetwork: boolean
  readonly signal: AbortSignal
}

/** The buckets and accounts for which this process accepts no more jobs. */
export interface Busy {
  readonly buckets: readonly string[]
  readonly accounts: readonly string[]
  /** Accounts whose jobs must not call other servers; 'all' if no job may. */
  readonly network: readonly string[] | 'all'
}

interface HeldSlot extends SlotHolder {
  isWaiting: boolean
}

export type Slots = ReturnType<typeof createSlots>

/**
 * Counts running jobs. A job that waits for another server releases its slot, so that a slow server delays no other
 * job. It gets a slot back before any new job does.
 * @param onRoom called when a slot is free for another job
 */
export function createSlots(onRoom: () => void) {
  const holders = new Set<HeldSlot>()
  const returning: (() => void)[] = []

  const working = () => [...holders].filter(({ isWaiting }) => !isWaiting)
  // Jobs count from their start, waiting or not: a job may begin to wait while the next one is being claimed.
  const network = () => [...holders].filter(({ usesNetwork }) => usesNetwork)

  const hasRoom = () => working().length < JOB_SLOTS && returning.length === 0

  /** Returns the accounts that have reached their limit among these jobs. */
  function fullAccounts(jobs: readonly SlotHolder[]): string[] {
    const accounts = jobs.flatMap(({ account }) => account ?? [])
    return [...new Set(accounts)].filter(
      (account) => accounts.filter((one) => one === account).length >= JOB_SLOTS_PER_ACCOUNT,
    )
  }

  function passOn(): void {
    while (returning.length > 0 && working().length < JOB_SLOTS) returning.shift()?.()
    if (hasRoom()) onRoom()
  }

  async function takeBack(holder: HeldSlot): Promise<void> {
    const slot = Promise.withResolvers<void>()
    const take = () => {
      holder.isWaiting = false
      slot.resolve()
    }
    returning.push(take)
    // An aborted job only cleans up, so it need not wait for a slot.
    if (holder.signal.aborted) take()
    else holder.signal.addEventListener('abort', take, { once: true })
    passOn()
    await slot.promise
    holder.signal.removeEventListener('abort', take)
  }

  return {
    hasRoom,

    busy: (): Busy => ({
      buckets: [...holders].map(({ bucketId }) => bucketId),
      accounts: fullAccounts(working()),
      network: network().length >= MAX_NETWORK_JOBS ? 'all' : fullAccounts(network()),
    }),

    hold(job: SlotHolder) {
      const holder: HeldSlot = { ...job, isWaiting: false }
      holders.add(holder)
      return {
        release(): void {
          holders.delete(holder)
          passOn()
        },

        async without<T>(work: () => Promise<T>): Promise<T> {
          holder.isWaiting = true
          passOn()
          try {
            return await work()
          } finally {
            await takeBack(holder)
          }
        },
      }
    },
  }
}
