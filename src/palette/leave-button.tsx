import { Button } from '@typecase/ui/button'
import { ProgressRing } from '@typecase/ui/progress-bar'

import { useCore } from '../shell/core.tsx'

/** Beside the input: what is waited for, and the way out of it; for a finger, which has no Esc, always a way out. */
export function Leave({
  isBusy,
  isTouch,
  waitingFor,
}: {
  /** A command was chosen and prepares itself. */
  isBusy: boolean
  isTouch: boolean
  /** What else is on its way, such as more rows. */
  waitingFor?: string | undefined
}) {
  const { palette } = useCore()
  return (
    <>
      {isBusy || waitingFor ? (
        <ProgressRing label={isBusy ? 'Preparing' : (waitingFor ?? '')} />
      ) : null}
      {isBusy ? (
        <Button kbd="Escape" onPress={palette.leave}>
          Cancel
        </Button>
      ) : isTouch ? (
        <Button variant="quiet" icon="x" aria-label="Close" tooltip="" onPress={palette.leave} />
      ) : null}
    </>
  )
}
