import type { LocaleVersion } from '@typecase/contract/locales'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { usePeople } from '@typecase/content/react/people'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import type { Slots } from '@typecase/plugin-sdk/slot'
import { Icon } from '@typecase/ui/icon'
import { SkeletonLines } from '@typecase/ui/skeleton'
import { formatShortDateTime } from '@typecase/ui/format'

import { confirmField, copySource, generateField } from '../commands/fields.ts'
import { nameOf } from '../queries.ts'
import { type ComparedField, comparedWithin, isEmpty, isSame, valueAt } from '../values.ts'
import styles from './locales.module.css'
import { SourceValue } from './source-value.tsx'
import { useTranslation } from './use-translation.ts'

type Props = Slots['editor.beside']

/** The value of a field in the locale next to the form, its state, and its actions. */
export default function SourceField({ field, path, object, sideLocale, form }: Props) {
  const { version, source, error, writing } = useTranslation(object, sideLocale)
  if (error) return <p className={styles.nothing}>The source could not be read. {error.message}</p>
  if (!source || !version) return <SkeletonLines label={field.title} count={2} />
  const parts = comparedWithin(field, path)
  return (
    <div className={styles.source}>
      {parts.map((part) => (
        <Part
          key={part.path}
          part={part}
          title={part.path !== path ? `${field.title} › ${part.field.title}` : field.title}
          source={valueAt(source, part.path)}
          value={form.valueAt(part.path)}
          saved={valueAt(object, part.path)}
          stale={version.stale.find((one) => one.field === part.path)}
          {...{ sideLocale, writing }}
        />
      ))}
    </div>
  )
}

interface PartProps {
  part: ComparedField
  title: string
  source: unknown
  /** The value in the form, followed by the saved value. */
  value: unknown
  saved: unknown
  stale: LocaleVersion['stale'][number] | undefined
  sideLocale: string
  writing: { lang?: string; dir?: 'ltr' | 'rtl' }
}

function Part({ part, title, source, value, saved, stale, sideLocale, writing }: PartProps) {
  const { path, field } = part
  const isMissing = !isEmpty(source) && isEmpty(value)
  // A translation that the user has edited no longer counts as stale.
  const isStale = !isMissing && stale !== undefined && isSame(value, saved)
  return (
    <section aria-label={`${title} in ${nameOf(sideLocale)}`} className={styles.part}>
      <header className={styles.partHead}>
        <span className={styles.partTitle}>{title}</span>
        <Mark
          {...{ isMissing, isStale, stale, sideLocale }}
          isSame={isSame(source, value)}
          isEmpty={isEmpty(source)}
        />
      </header>
      <SourceValue
        field={field}
        value={source}
        was={stale?.was}
        isStale={isStale}
        writing={writing}
      />
      {isMissing ? (
        <div className={styles.actions}>
          <CommandButton command={copySource} args={{ path }}>
            {`Copy ${nameOf(sideLocale)}`}
          </CommandButton>
          <CommandButton command={generateField} args={{ path }} variant="quiet">
            Generate
          </CommandButton>
        </div>
      ) : null}
      {isStale && stale ? <StaleActions path={path} stale={stale} sideLocale={sideLocale} /> : null}
    </section>
  )
}

function StaleActions({
  path,
  stale,
  sideLocale,
}: Required<Pick<PartProps, 'sideLocale'>> & {
  path: string
  stale: NonNullable<PartProps['stale']>
}) {
  const slug = useFacts((facts) => facts['route.bucketSlug']) ?? ''
  const people = usePeople(slug)
  const by = stale.by === null ? '' : `, by ${people.within(stale.by)}`
  return (
    <div className={styles.actions}>
      <CommandButton command={confirmField} args={{ path }} />
      <span className={styles.state}>
        {`${nameOf(sideLocale)} changed ${formatShortDateTime(stale.since)}${by}`}
      </span>
    </div>
  )
}

interface MarkProps {
  isMissing: boolean
  isStale: boolean
  stale: PartProps['stale']
  isSame: boolean
  isEmpty: boolean
  sideLocale: string
}

/** The state of a translation as a word, with a distinct shape for each state. */
function Mark({ isMissing, isStale, stale, isSame: same, isEmpty: none, sideLocale }: MarkProps) {
  if (none) return null
  if (isMissing)
    return (
      <span className={styles.mark} data-state="missing">
        Missing
      </span>
    )
  if (isStale && stale) {
    return (
      <span className={styles.mark} data-state="stale">
        <Icon name="clock" size={12} />
        Stale
      </span>
    )
  }
  return (
    <span className={styles.mark}>
      <Icon name={same ? 'equal' : 'check'} size={12} />
      {same ? `Same as ${nameOf(sideLocale)}` : 'Translated'}
    </span>
  )
}
