import type { InstalledExtension, OfferedExtension } from '@typecase/contract/extensions'
import { QueryFailure, hasFailed } from '@typecase/content/react/query-view'
import { workspacesQuery } from '@typecase/content/workspace'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useListKeys } from '@typecase/plugin-sdk/react/list-keys'
import { useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Chip } from '@typecase/ui/chip'
import { EmptyState } from '@typecase/ui/empty-state'
import { Page, PageHeader } from '@typecase/ui/page'
import { RowList } from '@typecase/ui/row-list'
import { SkeletonRows } from '@typecase/ui/skeleton'
import { useQuery } from '@tanstack/react-query'

import { installExtension, publishExtension } from '../commands/extensions.ts'
import { extensionsQuery, marketplaceQuery } from '../queries.ts'
import { extensionsRoute, marketplaceRoute } from '../routes.ts'
import { ExtensionRow } from './extension-row.tsx'
import styles from './extensions.module.css'

/** The extensions that can be installed: those of the product, and those of the user's workspaces. */
export default function Marketplace() {
  const { bucket } = useRouteSearch(marketplaceRoute)
  const query = useQuery(marketplaceQuery(useServices()))
  const { data } = query
  useProvideFacts({ 'extensions.bucket': bucket })
  if (hasFailed(query)) return <QueryFailure isPage query={query} what="marketplace" />
  return (
    <Page>
      <PageHeader title="Marketplace" detail={bucket === undefined ? undefined : `for ${bucket}`}>
        <CommandButton command={publishExtension} />
      </PageHeader>
      {!data ? (
        <SkeletonRows label="marketplace" />
      ) : data.extensions.length === 0 ? (
        <EmptyState
          title="No extensions yet"
          icon="store"
          action={<CommandButton command={publishExtension} variant="primary" />}
        >
          Extensions that your workspaces publish appear here.
        </EmptyState>
      ) : (
        <Rows extensions={data.extensions} bucket={bucket} />
      )}
    </Page>
  )
}

interface RowsProps {
  extensions: readonly OfferedExtension[]
  bucket: string | undefined
}

/** The rows. Enter and `i` install the extension with the keyboard focus. */
function Rows({ extensions, bucket }: RowsProps) {
  const services = useServices()
  const { href } = useService(Navigation)
  const { list, currentID, isTabStop } = useListKeys(extensions.map(({ manifest }) => manifest.id))
  const { data: workspaces } = useQuery(workspacesQuery(services))
  const { data: installed } = useQuery({
    ...extensionsQuery(services, bucket ?? ''),
    enabled: bucket !== undefined,
  })
  useProvideFacts({ 'extensions.extension': currentID })
  const stateOf = (id: string): InstalledExtension | undefined =>
    installed?.extensions.find(({ manifest }) => manifest.id === id)
  const nameOf = ({ publisher }: OfferedExtension): string =>
    publisher.kind === 'product'
      ? 'Built in'
      : (workspaces?.workspaces.find(({ id }) => id === publisher.workspace_id)?.title ??
        'A workspace')
  return (
    <RowList list={list} aria-label="Extensions">
      {extensions.map((offered) => {
        const { manifest } = offered
        const { id } = manifest
        const there = stateOf(id)
        return (
          <ExtensionRow
            key={id}
            manifest={manifest}
            href={
              bucket === undefined
                ? href(marketplaceRoute)
                : href(extensionsRoute, { params: { bucketSlug: bucket } })
            }
            isCurrent={id === currentID}
            isTabStop={isTabStop(id)}
            detail={<Chip>{nameOf(offered)}</Chip>}
            actions={
              there ? (
                <span className={styles.detail}>
                  {there.manifest.version === manifest.version
                    ? 'Installed'
                    : `Installed: ${there.manifest.version}`}
                </span>
              ) : (
                <CommandButton
                  command={installExtension}
                  args={{ extension_id: id, ...(bucket !== undefined && { bucket }) }}
                  excludeFromTabOrder={!isTabStop(id)}
                />
              )
            }
          />
        )
      })}
    </RowList>
  )
}
