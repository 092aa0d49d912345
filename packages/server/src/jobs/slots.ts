/** Jobs that a process works on at the same time, each of another bucket. */
const SLOTS = 4
/** Slots of one account, and jobs of it that wait for other servers: nobody alone keeps all others waiting. */
const OF_ACCOUNT = 2
/** Jobs that wait for other servers at the same time: each has a thread, and the memory of one. */
const MOST_WAITING = 8

/** A job that this process runs. */
export interface SlotHolder {
  readonly bucketId: string
  /** Null for jobs of the server itself. */
  readonly account: string | null
  readonly signal: AbortSignal
}

/** What this process takes no more jobs of. */
export interface Busy {
  readonly buckets: readonly string[]
  readonly accounts: readonly string[]
  /** Of these accounts, or of all, none that waits for other servers. */
  readonly waiting: readonly string[] | 'all'
}

interface Held extends SlotHolder {
  isWaiting: boolean
}

export type Slots = ReturnType<typeof createSlots>

/**
 * Counts what runs. A job that waits for another server has no slot meanwhile, so that a slow one holds up nobody; it gets one back
 * before any new job does.
 * @param onRoom called when there is a slot for another job
 */
export function createSlots(onRoom: () => void) {
  const holders = new Set<Held>()
  const returning: (() => void)[] = []

  const count = (isWaiting: boolean) =>
    [...holders].filter((holder) => holder.isWaiting === isWaiting).length

  const hasRoom = () => count(false) < SLOTS && returning.length === 0

  /** Accounts with as many jobs as they may have, working or waiting. */
  function accounts(isWaiting: boolean): string[] {
    const all = [...holders].flatMap((holder) =>
      holder.isWaiting === isWaiting && holder.account !== null ? [holder.account] : [],
    )
    return [...new Set(all)].filter(
      (account) => all.filter((one) => one === account).length >= OF_ACCOUNT,
    )
  }

  function passOn(): void {
    while (returning.length > 0 && count(false) < SLOTS) returning.shift()?.()
    if (hasRoom()) onRoom()
  }

  async function takeBack(holder: Held): Promise<void> {
    const slot = Promise.withResolvers<void>()
    const take = () => {
      holder.isWaiting = false
      slot.resolve()
    }
    returning.push(take)
    // One that was told to stop only clears up.
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
      accounts: accounts(false),
      waiting: count(true) >= MOST_WAITING ? 'all' : accounts(true),
    }),

    hold({ bucketId, account, signal }: SlotHolder) {
      const holder: Held = { bucketId, account, signal, isWaiting: false }
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
