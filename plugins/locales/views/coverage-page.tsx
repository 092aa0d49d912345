import { objectsRoute } from '@typecase/content/routes'
import { type LocaleCoverage, localeCoverage } from '@typecase/contract/locales'
import { QueryFailure, hasFailed } from '@typecase/content/react/query-view'
import { bucketQuery } from '@typecase/content/bucket'
import { refTo } from '@typecase/plugin-sdk/command'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useRouteParams } from '@typecase/plugin-sdk/react/routes'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Commands, Navigation } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { CountBadge } from '@typecase/ui/count-badge'
import { EmptyState } from '@typecase/ui/empty-state'
import { Link } from '@typecase/ui/link'
import { PageHeader } from '@typecase/ui/page'
import { SkeletonRows } from '@typecase/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '@typecase/ui/format'

import { groupList, nextObject, nextStale } from '../commands/locales.ts'
import { nameOf } from '../queries.ts'
import { coverageRoute } from '../routes.ts'
import { locales as section } from '../sections.ts'
import { CoverageBar } from './coverage-bar.tsx'
import styles from './locales.module.css'

/** The progress of each type in each locale, with links to what is missing. */
export default function CoveragePage() {
  const { bucketSlug } = useRouteParams(coverageRoute)
  const query = useApiQuery(localeCoverage, {
    query: { slug: bucketSlug },
  })
  const { data } = query
  if (hasFailed(query)) return <QueryFailure isPage query={query} what="translations" />
  if (!data) return <SkeletonRows label="translations" />
  const localized = data.types.filter(({ locales }) => locales.length > 0)
  return (
    <div className={styles.page}>
      <PageHeader title="Translations">
        <CommandButton command={groupList} />
        <CommandButton command={nextStale} isPlain>
          Next stale translation
        </CommandButton>
        <CommandButton command={nextObject}>Next missing translation</CommandButton>
      </PageHeader>
      {localized.length === 0 ? (
        <EmptyState
          title="Nothing is localized yet"
          icon="languages"
          action={<CommandButton command={section.open} variant="primary" />}
        >
          Add locales to this bucket, and turn on localization for the object types that need it.
        </EmptyState>
      ) : (
        <>
          <p className={styles.about}>
            Objects that are completely translated into each locale. A translation is stale when its
            source has changed since.
            {data.is_partial ? ' Not all translations are checked yet: more may be stale.' : ''}
          </p>
          <CoverageTable types={localized} bucketSlug={bucketSlug} />
        </>
      )}
    </div>
  )
}

function CoverageTable({
  types,
  bucketSlug,
}: {
  types: LocaleCoverage['types']
  bucketSlug: string
}) {
  const { data } = useQuery(bucketQuery(useServices(), bucketSlug))
  const all = [...new Set(types.flatMap(({ locales }) => locales.map(({ locale }) => locale)))]
  const titleOf = (slug: string) =>
    data?.bucket.object_types.find((type) => type.slug === slug)?.title ?? slug
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
    <div className={styles.scroll} role="region" aria-label="Coverage" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Object type</th>
            {all.map((locale) => (
              <th key={locale} scope="col">
                <code className={styles.code}>{locale}</code> {nameOf(locale)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {types.map((type) => (
            <tr key={type.type}>
              <th scope="row">
                {titleOf(type.type)} <CountBadge value={type.total} />
              </th>
              {all.map((locale) => (
                <td key={locale}>
                  <Cell {...{ type, locale, bucketSlug }} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface CellProps {
  type: LocaleCoverage['types'][number]
  locale: string
  bucketSlug: string
}

function Cell({ type, locale, bucketSlug }: CellProps) {
  const navigation = useService(Navigation)
  const commands = useService(Commands)
  const counts = type.locales.find((one) => one.locale === locale)
  if (!counts) return <span className={styles.nothing}>–</span>
  const missing = type.total - counts.complete
  const open = () =>
    void navigation.go(objectsRoute, {
      params: { bucketSlug },
      search: { query: { type: type.type, locale } },
    })
  return (
    <div className={styles.cell}>
      <CoverageBar
        total={type.total}
        missing={missing}
        stale={Math.min(counts.stale, counts.complete)}
      />
      <Link variant="quiet" onPress={open}>
        {`${formatNumber(counts.complete)} of ${formatNumber(type.total)}`}
      </Link>
      <span className={styles.state}>{`${formatNumber(counts.published)} published`}</span>
      {missing > 0 ? (
        <Button
          variant="quiet"
          onPress={() =>
            void commands.run(refTo(nextObject, { locale, type: type.type }), { source: 'button' })
          }
        >
          {`${formatNumber(missing)} missing`}
        </Button>
      ) : null}
      {counts.stale > 0 ? (
        <Button
          variant="quiet"
          onPress={() =>
            void commands.run(refTo(nextStale, { locale, type: type.type }), { source: 'button' })
          }
        >
          {`${formatNumber(counts.stale)} stale`}
        </Button>
      ) : null}
    </div>
  )
}
