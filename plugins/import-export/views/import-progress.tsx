import { useFocusOnMount } from '@typecase/plugin-sdk/react/focus'
import { Button } from '@typecase/ui/button'
import { ProgressBar } from '@typecase/ui/progress-bar'
import { formatNumber } from '@typecase/ui/format'

import type { ImportPhase } from '../use-import.ts'
import styles from './import-page.module.css'

interface ImportProgressProps {
  phase: Extract<ImportPhase, { kind: 'sending' | 'running' }>
  onCancel(): void
}

/** Shows the progress of an import. */
export function ImportProgress({ phase, onCancel }: ImportProgressProps) {
  // The button that started the import has disappeared, so the section takes the focus.
  const section = useFocusOnMount()
  const { label, detail, done, total } = describePhase(phase)
  return (
    <section ref={section} tabIndex={-1} className={styles.running} aria-label="Progress">
      <ProgressBar
        label={label}
        value={total > 0 ? done : null}
        maxValue={Math.max(1, total)}
        {...(detail && { valueLabel: detail })}
      />
      <div className={styles.actions}>
        <Button icon="x" onPress={onCancel}>
          Cancel
        </Button>
        <p className={styles.hint}>
          {phase.kind === 'sending'
            ? 'Stay on this page until the file is sent.'
            : 'You can leave this page: the import continues, and the tray shows its progress.'}
        </p>
      </div>
    </section>
  )
}

function describePhase(phase: ImportProgressProps['phase']) {
  if (phase.kind === 'sending') {
    const { sent: done, total } = phase
    const [ofSent, ofAll] = [done, total].map((bytes) => formatNumber(bytes / 1_000_000, 1))
    return { label: 'Sending the file', detail: `${ofSent} of ${ofAll} MB`, done, total }
  }
  const { title, status, done, total } = phase.job
  if (status === 'queued') {
    const label = `${title}: waiting for other jobs of this bucket`
    return { label, detail: '', done: 0, total: 0 }
  }
  // Shown as a share, because the number of rows is only known after all have been read.
  return { label: title, detail: '', done, total }
}
