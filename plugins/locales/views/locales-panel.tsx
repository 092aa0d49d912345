import { publishAllLocales } from '@typecase/content/commands'
import { QueryView } from '@typecase/content/react/query-view'
import { type LocaleVersion, missingTranslations } from '@typecase/contract/locales'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useService } from '@typecase/plugin-sdk/react/services'
import type { Slots } from '@typecase/plugin-sdk/slot'
import { Commands } from '@typecase/plugin-sdk/services'
import { refTo } from '@typecase/plugin-sdk/command'
import { Link } from '@typecase/ui/link'
import { SkeletonLines } from '@typecase/ui/skeleton'
import { InspectorSection } from '@typecase/ui/split-layout'
import { formatNumber } from '@typecase/ui/format'
import { formatCount } from '@typecase/ui/count'

import { addVersion, nextObject, translate } from '../commands/locales.ts'
import { nameOf, describeState } from '../queries.ts'
import { CoverageBar } from './coverage-bar.tsx'
import styles from './locales.module.css'
import { useVersions } from './use-versions.ts'
import { VersionStatus } from './version-status.tsx'

/** The locales of the open object, and other objects with missing translations in its locale. */
export default function LocalesPanel({ object, objectType }: Slots['editor.inspector']) {
  const query = useVersions(object)
  const { data } = query
  if (!objectType.localization) return null
  const versions = data?.versions ?? []
  const complete = versions.filter((one) => one.object_id !== null && one.missing.length === 0)
  const isSource = versions.some(({ is_source, object_id }) => is_source && object_id === object.id)
  return (
    <>
      <InspectorSection
        title="Locales"
        detail={data ? `${complete.length} of ${versions.length} complete` : undefined}
      >
        <QueryView
          isSmall
          query={query}
          what="locales"
          loading={<SkeletonLines label="locales" count={3} />}
        >
          {() => (
            <ul className={styles.versions} aria-label="Locales">
              {versions.map((version) => (
                <VersionRow key={version.locale} version={version} object={object} />
              ))}
            </ul>
          )}
        </QueryView>
        {data && versions.length < 2 ? (
          <p className={styles.note}>
            This type has no other locales. Add them in its settings, or in those of the bucket.
          </p>
        ) : null}
        {versions.filter(({ object_id }) => object_id !== null).length > 1 ? (
          <div className={styles.actions}>
            <CommandButton command={publishAllLocales} variant="quiet" />
          </div>
        ) : null}
      </InspectorSection>
      {object.locale !== null && data && !isSource ? (
        <Elsewhere locale={object.locale} objectID={object.id} />
      ) : null}
    </>
  )
}

function VersionRow({
  version,
  object: { id, locale: current },
}: {
  version: LocaleVersion
  object: Slots['editor.inspector']['object']
}) {
  const commands = useService(Commands)
  const { locale, object_id, fields, missing, stale, is_source } = version
  const isCurrent = locale === current
  const open = () =>
    void commands.run(refTo(translate, { object_id: id, locale: locale ?? '' }), {
      source: 'button',
    })
  return (
    <li
      className={styles.version}
      data-current={isCurrent || undefined}
      aria-current={isCurrent || undefined}
    >
      <code className={styles.code}>{locale ?? '–'}</code>
      <span className={styles.name}>
        {object_id === null || isCurrent || locale === null ? (
          nameOf(locale)
        ) : (
          <Link variant="quiet" onPress={open}>
            {nameOf(locale)}
          </Link>
        )}
      </span>
      {object_id === null && locale !== null ? (
        <CommandButton command={addVersion} args={{ object_id: id, locale }} isPlain>
          {`Add ${nameOf(locale)}`}
        </CommandButton>
      ) : (
        <VersionStatus version={version} />
      )}
      <span className={styles.state}>
        {is_source || object_id === null ? null : (
          <CoverageBar total={fields} missing={missing.length} stale={stale.length} />
        )}
        {describeState(version)}
      </span>
    </li>
  )
}

/** Limit of listed objects with missing translations. */
const ROWS = 6

function Elsewhere({ locale, objectID }: { locale: string; objectID: string }) {
  const slug = useFacts((facts) => facts['route.bucketSlug']) ?? ''
  const commands = useService(Commands)
  const query = { slug, locale, after: objectID, limit: ROWS }
  const { data } = useApiQuery(missingTranslations, { query })
  if (!data || data.total === 0) return null
  return (
    <InspectorSection
      title={`Next with ${nameOf(locale)} missing`}
      detail={formatNumber(data.total)}
    >
      <ul className={styles.versions}>
        {data.objects.map(({ source_id, object_id, title, missing }) => (
          <li key={source_id} className={styles.next}>
            <Link
              variant="quiet"
              onPress={() =>
                void commands.run(refTo(translate, { object_id: object_id ?? source_id, locale }), {
                  source: 'button',
                })
              }
            >
              {title}
            </Link>
            <span className={styles.amount}>
              {object_id === null ? 'not started' : formatCount(missing, 'field')}
            </span>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <CommandButton command={nextObject} args={{ locale, after: objectID }} variant="quiet">
          Next object
        </CommandButton>
      </div>
    </InspectorSection>
  )
}
