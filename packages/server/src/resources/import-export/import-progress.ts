/** Shares of an import's time; writing takes the rest. */
const READING = 0.4
const PLANNING = 0.2
/** Number of passes over all rows that planning makes. */
const PASSES = 2
const INTERVAL_MS = 100

/** Converts the steps of an import into rows done and total rows, an estimate while the file is being read. */
export function createProgress(fileSize: number, tell: (done: number, total: number) => void) {
  let sent = 0
  let pages = 0
  let total = 0

  function say(share: number): void {
    if (Date.now() - sent < INTERVAL_MS) return
    sent = Date.now()
    tell(Math.min(total, Math.floor(total * share)), total)
  }

  return {
    read(bytes: number, rows: number): void {
      const share = Math.min(1, bytes / fileSize)
      total = Math.max(1, Math.round(rows / share))
      say(READING * share)
    },
    /** Records that planning has processed a page of rows. */
    addPlanned(pageSize: number, rows: number): void {
      total = rows
      pages += 1
      const share = Math.min(1, (pages * pageSize) / (PASSES * rows))
      say(READING + PLANNING * share)
    },
    addWritten(count: number, of: number): void {
      const before = READING + PLANNING
      say(before + (1 - before) * Math.min(1, count / Math.max(1, of)))
    },
  }
}

export type Progress = ReturnType<typeof createProgress>
