import type { Job } from '@typecase/contract/jobs'

import type { Lines } from './lines.ts'

const WIDTH = 24
/** Percentage points between two lines of non-interactive output. */
const STEP = 25

/** Shows the progress of a job: a bar on a terminal, a line at every quarter elsewhere. */
export function showProgress(lines: Lines): (job: Job) => void {
  let next = 0
  return ({ status, done, failed, total, title, waits_for: before }) => {
    if (status === 'queued') {
      const behind = before ? ` behind “${before.title}”` : ''
      lines.say(`${title}: waiting${behind} …`)
      return
    }
    const finished = done + failed
    const share = total > 0 ? Math.floor((100 * finished) / total) : 100
    const counts = `${finished.toLocaleString('en')} of ${total.toLocaleString('en')}`
    if (lines.isTerminal) {
      const full = Math.round((WIDTH * share) / 100)
      lines.say(`${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${share} %  ${counts}  ${title}`)
    } else if (share >= next) {
      lines.say(`${title}: ${share} % (${counts})`)
      next = (Math.floor(share / STEP) + 1) * STEP
    }
  }
}
