import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { usePageHandle } from '@typecase/plugin-sdk/react/page-handle'
import type { EditorForm } from '@typecase/content/slots'
import type { Slots } from '@typecase/plugin-sdk/slot'
import { useSyncExternalStore } from 'react'

import '../facts.ts'
import { generateMissing, nextField } from '../commands/fields.ts'
import { closeSource, translate } from '../commands/locales.ts'
import { nameOf } from '../queries.ts'
import { translationPage } from '../translation.ts'
import { comparedFields, isEmpty, isSame, valueAt } from '../values.ts'
import { CoverageBar } from './coverage-bar.tsx'
import styles from './locales.module.css'
import { useTranslation } from './use-translation.ts'
import { useVersions } from './use-versions.ts'
import { VersionStatus } from './version-status.tsx'

type Props = Slots['editor.top']

/** The headings of the two columns: their locales, and what is left to translate. */
export default function TranslationHead({ object, objectType, sideLocale, form }: Props) {
  const { locale } = object
  useProvideFacts({
    ...(locale !== null && { 'locales.locale': locale }),
    ...(sideLocale !== undefined && { 'locales.isTranslating': true }),
  })
  return (
    <>
      {objectType.localization ? <MissingSetting object={object} /> : null}
      {sideLocale === undefined ? null : <Open {...{ object, objectType, sideLocale, form }} />}
    </>
  )
}

/** Publishes the missing server setting, so that AI commands can name it before they run. */
function MissingSetting({ object }: Pick<Props, 'object'>) {
  const { data } = useVersions(object)
  useProvideFacts({ 'locales.aiMissing': data?.ai_missing ?? undefined })
  return null
}

function Open({ object, objectType, sideLocale, form }: Props & { sideLocale: string }) {
  const { version, other, source } = useTranslation(object, sideLocale)
  const fields = comparedFields(objectType.metafields).filter(
    ({ path }) => source !== undefined && !isEmpty(valueAt(source, path)),
  )
  const missing = useOpenFields(form, () =>
    fields.filter(({ path }) => isEmpty(form.valueAt(path))).map(({ path }) => path),
  )
  const stale = useOpenFields(form, () =>
    (version?.stale ?? [])
      .map(({ field }) => field)
      .filter(
        (path) => isSame(form.valueAt(path), valueAt(object, path)) && !missing.includes(path),
      ),
  )

  function move(to: 'next' | 'previous'): boolean {
    const open = new Set([...missing, ...stale])
    const order = fields.map(({ path }) => path)
    const at = order.indexOf(form.focusedPath() ?? '')
    const ahead =
      to === 'next'
        ? [...order.slice(at + 1), ...order.slice(0, at + 1)]
        : [
            ...order.slice(0, Math.max(at, 0)).toReversed(),
            ...order.slice(Math.max(at, 0)).toReversed(),
          ]
    const path = ahead.find((one) => open.has(one))
    if (path !== undefined) form.goTo(path)
    return path !== undefined
  }
  usePageHandle(translationPage, {
    move,
    missing: () => missing,
    focusedField: form.focusedPath,
    copy: (path) => source && form.edit(path, structuredClone(valueAt(source, path))),
    edit: form.edit,
  })

  return (
    <div className={styles.heads} role="group" aria-label="Locales side by side">
      <div className={styles.head}>
        <code className={styles.code}>{sideLocale}</code>
        <strong>{nameOf(sideLocale)}</strong>
        <span className={styles.state}>{other?.is_source === false ? null : 'source'}</span>
        <span className={styles.space} />
        {other?.object_id ? <VersionStatus version={other} /> : null}
        <CommandButton command={closeSource} variant="quiet" isIconOnly />
      </div>
      <div className={styles.head}>
        <code className={styles.code}>{object.locale ?? '–'}</code>
        <strong>{nameOf(object.locale)}</strong>
        <CoverageBar total={fields.length} missing={missing.length} stale={stale.length} />
        <span className={styles.state} role="status" aria-label="Left to translate">
          {describeProgress(missing.length, stale.length)}
        </span>
        <span className={styles.space} />
        <CommandButton command={nextField} isPlain>
          Next missing
        </CommandButton>
        {missing.length > 1 ? (
          <CommandButton command={generateMissing} variant="quiet" isIconOnly />
        ) : null}
        <CommandButton command={translate} variant="quiet" isIconOnly />
      </div>
    </div>
  )
}

const describeProgress = (missing: number, stale: number): string =>
  [...(missing > 0 ? [`${missing} missing`] : []), ...(stale > 0 ? [`${stale} stale`] : [])].join(
    ', ',
  ) || 'Complete'

/** Returns fields by their current form values. Renders again only when the set changes. */
function useOpenFields(form: EditorForm, read: () => string[]): readonly string[] {
  const text = useSyncExternalStore(form.subscribe, () => read().join('\n'))
  return text === '' ? [] : text.split('\n')
}
