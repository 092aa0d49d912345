import type { Upload, UploadsService } from '@typecase/content/media-uploads'
import type { Outcome, Progress } from '@typecase/plugin-sdk/command'
import { formatNumber } from '@typecase/ui/format'
import { plural } from '@typecase/ui/count'

/** Reports the progress of uploads until all have ended. Cancel stops the incomplete ones. */
export async function* followUploads(
  uploads: UploadsService,
  ids: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<Progress, Outcome> {
  const idSet = new Set(ids)
  const mine = () => uploads.list().filter(({ id }) => idSet.has(id))
  let isWhole = false
  try {
    for (;;) {
      const now = mine()
      yield progressOf(now)
      if (!now.some(isUnderWay)) break
      await nextChange(uploads, now, mine, signal)
    }
    isWhole = true
    return outcomeOf(mine())
  } finally {
    if (!isWhole) uploads.cancel(ids)
  }
}

const isUnderWay = ({ status }: Upload): boolean => status === 'waiting' || status === 'sending'

function progressOf(uploads: readonly Upload[]): Progress {
  const counted = uploads.filter(({ status }) => status !== 'failed' && status !== 'cancelled')
  // The extra byte makes empty files count as well.
  const total = counted.reduce((sum, { size }) => sum + size + 1, 0)
  const done = counted.reduce(
    (sum, { sent, status }) => sum + sent + (status === 'done' ? 1 : 0),
    0,
  )
  return { done: Math.min(done, total), total }
}

/** Settles when one of the uploads has changed, or on the signal. */
function nextChange(
  uploads: UploadsService,
  before: readonly Upload[],
  mine: () => readonly Upload[],
  signal: AbortSignal,
): Promise<void> {
  const isOther = () => {
    const now = mine()
    return now.length !== before.length || now.some((one, index) => one !== before[index])
  }
  return new Promise((resolve) => {
    if (signal.aborted || isOther()) return resolve()
    const stop = (): void => {
      unsubscribe()
      signal.removeEventListener('abort', stop)
      resolve()
    }
    const unsubscribe = uploads.subscribe(() => isOther() && stop())
    signal.addEventListener('abort', stop)
  })
}

/** Returns the message for a file. Specification section 8 fixes the text for HTML; the row shows the full error. */
const wordsOf = ({ name, reason, rule }: Upload): string =>
  rule === 'file_type' ? 'Invalid file type: text/html' : `${name}: ${reason}`

function outcomeOf(uploads: readonly Upload[]): Outcome {
  const of = (state: Upload['status']) => uploads.filter(({ status }) => status === state)
  const [done, failed, cancelled] = [of('done'), of('failed'), of('cancelled')]
  const [first] = done
  const parts = [
    first && `Uploaded ${plural(done.length, first.name, `${formatNumber(done.length)} files`)}.`,
    ...new Set(failed.slice(0, 3).map(wordsOf)),
    failed.length > 3 && `${failed.length - 3} more failed.`,
    cancelled.length > 0 && `${cancelled.length} cancelled.`,
  ]
  return {
    message: parts.filter(Boolean).join(' ') || 'There is nothing to upload.',
    ...(failed.length > 0 && {
      failures: failed.map(({ id, reason = '', rule }) => ({
        id,
        kind: 'upload',
        reason,
        ...(rule && { rule }),
      })),
    }),
  }
}
