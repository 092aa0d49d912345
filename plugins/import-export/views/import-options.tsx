import { askPublish } from '@typecase/content/publish-ask'
import type {
  ConflictChoice,
  ImportReport,
  MissingReferences,
} from '@typecase/contract/import-export'
import { Button } from '@typecase/ui/button'
import { SegmentedControl } from '@typecase/ui/segmented-control'
import { Select } from '@typecase/ui/select'
import { Switch } from '@typecase/ui/switch'
import { formatNumber } from '@typecase/ui/format'
import { plural } from '@typecase/ui/count'

import styles from './import-page.module.css'

const describePublic = (count: number): string =>
  `${count === 0 ? 'None' : formatNumber(count)} of the objects to update ${plural(count, 'is', 'are')} public.`

export interface Options {
  mode: 'merge' | 'replace'
  skipsInvalid: boolean
  fetchesMedia: boolean
  /** Whether changes of public objects go live. */
  publishes: boolean
  /** The choice for relations to missing objects. By default, it depends on the kind of file. */
  missingReferences?: MissingReferences | undefined
  /** The choice for fields that were changed both here and in the export. By default, the values here stay. */
  conflicts?: ConflictChoice | undefined
}

const REFUSE = 'Refuse the row'
const CHOICES: readonly { id: MissingReferences; label: string }[] = [
  { id: 'error', label: REFUSE },
  { id: 'keep', label: 'Leave the field as it was' },
  { id: 'empty', label: 'Leave the relation out' },
]

const describeMissing = (count: number): string =>
  plural(
    count,
    '1 relation points to a missing object.',
    `${count === 0 ? 'No' : formatNumber(count)} relations point to missing objects.`,
  )

const describeConflicts = (count: number): string =>
  plural(
    count,
    '1 field was changed here and in the file.',
    `${count === 0 ? 'No' : formatNumber(count)} fields were changed here and in the file.`,
  )

interface ImportOptionsProps {
  options: Options
  /** Whether the file may name media on other servers. */
  mayHaveMedia: boolean
  /** Whether the file is an export of another system. */
  isForeign: boolean
  /** Whether the file is a table with a mapping. */
  isMapped: boolean
  /** The result of the check. */
  report: ImportReport | undefined
  /** Why the import cannot start yet. */
  problem: string | undefined
  onChange(options: Options): void
  onCheck(): void
  onImport(): void
}

/** Edits the options of an import, and starts the import or its check. */
export function ImportOptions({
  options,
  mayHaveMedia,
  isForeign,
  isMapped,
  report,
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
            ? 'Objects with the same id, or the same type, slug and locale, are updated; the others stay.'
            : 'Objects that are not in the file move to the trash.'}
        </p>
      </div>
      <div className={styles.options}>
        <SegmentedControl
          aria-label="What goes live"
          segments={[
            { id: 'drafts', label: askPublish.no },
            { id: 'live', label: askPublish.yes },
          ]}
          value={options.publishes ? 'live' : 'drafts'}
          onChange={(id) => onChange({ ...options, publishes: id === 'live' })}
        />
        <p className={styles.text}>
          {report ? `${describePublic(report.objects.public ?? 0)} ` : ''}
          {options.publishes
            ? 'Visitors see changes of public objects at once.'
            : 'Changes of public objects are drafts until you publish them.'}
        </p>
      </div>
      {isForeign && options.mode === 'merge' ? (
        <div className={styles.options}>
          <SegmentedControl
            aria-label="Fields changed here and in the file"
            segments={[
              { id: 'keep', label: 'Keep values here' },
              { id: 'take', label: 'Take values of the file' },
            ]}
            value={options.conflicts ?? 'keep'}
            onChange={(conflicts) => onChange({ ...options, conflicts })}
          />
          <p className={styles.text}>
            {report ? `${describeConflicts(report.total_conflicts ?? 0)} ` : ''}
            {options.conflicts === 'take'
              ? 'Values of the file overwrite what was changed here since the last import.'
              : 'What was changed here since the last import stays; the file updates other fields.'}
          </p>
        </div>
      ) : null}
      <div className={styles.options}>
        <Select
          label="Relations to missing objects"
          options={[
            { id: '', label: isMapped ? REFUSE : 'Keep ids, with a warning' },
            ...CHOICES.filter(({ id }) => !isMapped || id !== 'error'),
          ]}
          value={options.missingReferences ?? ''}
          onChange={(option) =>
            onChange({ ...options, missingReferences: CHOICES.find(({ id }) => id === option)?.id })
          }
        />
        {report ? <p className={styles.text}>{describeMissing(report.relations.missing)}</p> : null}
      </div>
      <Switch
        isSelected={options.skipsInvalid}
        onChange={(skipsInvalid) => onChange({ ...options, skipsInvalid })}
      >
        Skip invalid rows
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
