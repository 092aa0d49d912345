import { Button } from '@typecase/ui/button'
import { SegmentedControl } from '@typecase/ui/segmented-control'
import { Switch } from '@typecase/ui/switch'

import styles from './import-page.module.css'

export interface Options {
  mode: 'merge' | 'replace'
  skipsInvalid: boolean
  fetchesMedia: boolean
}

interface ImportOptionsProps {
  options: Options
  /** Whether the file may name media on other servers. */
  mayHaveMedia: boolean
  /** Why it cannot begin yet. */
  problem: string | undefined
  onChange(options: Options): void
  onCheck(): void
  onImport(): void
}

/** Existing objects, and the two ways to begin. */
export function ImportOptions({
  options,
  mayHaveMedia,
  problem,
  onChange,
  onCheck,
  onImport,
}: ImportOptionsProps) {
  return (
    <section className={styles.section} aria-labelledby="import-how">
      <h2 id="import-how" className={styles.subtitle}>
        Existing objects
      </h2>
      <div className={styles.options}>
        <SegmentedControl
          aria-label="Existing objects"
          segments={[
            { id: 'merge', label: 'Merge' },
            { id: 'replace', label: 'Replace' },
          ]}
          value={options.mode}
          onChange={(mode) => onChange({ ...options, mode })}
        />
        <p className={styles.text}>
          {options.mode === 'merge'
            ? 'Objects with the same type, slug and locale are updated; the others stay.'
            : 'Objects that the file does not have go to the trash.'}
        </p>
      </div>
      <Switch
        isSelected={options.skipsInvalid}
        onChange={(skipsInvalid) => onChange({ ...options, skipsInvalid })}
      >
        Leave out rows that are not valid
      </Switch>
      {mayHaveMedia ? (
        <Switch
          isSelected={options.fetchesMedia}
          onChange={(fetchesMedia) => onChange({ ...options, fetchesMedia })}
        >
          Fetch the files of media on other servers
        </Switch>
      ) : null}
      <div className={styles.actions}>
        <Button icon="list-checks" disabledReason={problem} onPress={onCheck}>
          Check first
        </Button>
        <Button variant="primary" disabledReason={problem} onPress={onImport}>
          Import
        </Button>
        {problem ? <p className={styles.hint}>{problem}</p> : null}
      </div>
    </section>
  )
}
