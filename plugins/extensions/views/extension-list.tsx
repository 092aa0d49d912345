import { QueryFailure, hasFailed } from '@typecase/content/react/query-view'
import type { InstalledExtension } from '@typecase/contract/extensions'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useListKeys } from '@typecase/plugin-sdk/react/list-keys'
import { useRouteParams } from '@typecase/plugin-sdk/react/routes'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Chip } from '@typecase/ui/chip'
import { EmptyState } from '@typecase/ui/empty-state'
import { Page, PageHeader } from '@typecase/ui/page'
import { RowList } from '@typecase/ui/row-list'
import { SkeletonRows } from '@typecase/ui/skeleton'
import { useQuery } from '@tanstack/react-query'

import {
  browseMarketplace,
  disableExtension,
  enableExtension,
  uninstallExtension,
  updateExtension,
} from '../commands/extensions.ts'
import { extensionsQuery } from '../queries.ts'
import { extensionRoute, extensionsRoute } from '../routes.ts'
import { ExtensionRow } from './extension-row.tsx'

/** The extensions of the bucket, by title. Enter opens the page of an extension. */
export default function ExtensionList() {
  const { bucketSlug } = useRouteParams(extensionsRoute)
  const query = useQuery(extensionsQuery(useServices(), bucketSlug))
  const { data } = query
  // Provided even while the list is empty.
  useProvideFacts({ 'list.creates': browseMarketplace.id })
  if (hasFailed(query)) return <QueryFailure isPage query={query} what="extensions" />
  const count = data?.extensions.length
  return (
    <Page>
      <PageHeader title="Extensions" detail={count}>
        {count === 0 ? null : <CommandButton command={browseMarketplace} variant="primary" />}
      </PageHeader>
      {!data ? (
        <SkeletonRows label="extensions" />
      ) : count === 0 ? (
        <EmptyState
          title="No extensions yet"
          icon="puzzle"
          action={<CommandButton command={browseMarketplace} variant="primary" />}
        >
          An extension adds commands, a panel next to open objects, or a page. It can only do what
          you allow when you install it.
        </EmptyState>
      ) : (
        <Rows extensions={data.extensions} bucketSlug={bucketSlug} />
      )}
    </Page>
  )
}

interface RowsProps {
  extensions: readonly InstalledExtension[]
  bucketSlug: string
}

/** The rows. Commands of the palette apply to the row with the keyboard focus. */
function Rows({ extensions, bucketSlug }: RowsProps) {
  const { href } = useService(Navigation)
  const { list, currentID, isTabStop } = useListKeys(
    extensions.map(({ manifest }) => manifest.id),
    { creates: browseMarketplace.id },
  )
  useProvideFacts({ 'extensions.extension': currentID })
  return (
    <RowList list={list} aria-label="Extensions">
      {extensions.map(({ manifest, is_enabled, newer }) => {
        const { id } = manifest
        const actions = [
          ...(newer ? [updateExtension] : []),
          is_enabled ? disableExtension : enableExtension,
          uninstallExtension,
        ]
        return (
          <ExtensionRow
            key={id}
            manifest={manifest}
            href={href(extensionRoute, { params: { bucketSlug, extensionID: id } })}
            isCurrent={id === currentID}
            isTabStop={isTabStop(id)}
            detail={
              <>
                {is_enabled ? null : <Chip>Off</Chip>}
                {newer ? <Chip>{`${newer.version} is there`}</Chip> : null}
              </>
            }
            actions={actions.map((command) => (
              <CommandButton
                key={command.id}
                command={command}
                args={{ extension_id: id }}
                variant="quiet"
                isIconOnly
                excludeFromTabOrder={!isTabStop(id)}
              />
            ))}
          />
        )
      })}
    </RowList>
  )
}
