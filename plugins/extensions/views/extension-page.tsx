import { QueryFailure, hasFailed } from '@typecase/content/react/query-view'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useRouteParams } from '@typecase/plugin-sdk/react/routes'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { EmptyState } from '@typecase/ui/empty-state'
import { SkeletonRows } from '@typecase/ui/skeleton'
import { VisuallyHidden } from '@typecase/ui/visually-hidden'
import { useQuery } from '@tanstack/react-query'

import { browseMarketplace, enableExtension } from '../commands/extensions.ts'
import { extensionsQuery } from '../queries.ts'
import { extensionRoute } from '../routes.ts'
import { ExtensionFrame } from './extension-frame.tsx'
import styles from './extensions.module.css'

/** The page of an extension, or the reason why it cannot be shown. */
export default function ExtensionPage() {
  const { bucketSlug, extensionID } = useRouteParams(extensionRoute)
  const query = useQuery(extensionsQuery(useServices(), bucketSlug))
  const { data } = query
  const installed = data?.extensions.find(({ manifest }) => manifest.id === extensionID)
  const manifest = installed?.manifest
  useProvideFacts({
    'extensions.extension': extensionID,
    'extensions.pageTitle': manifest?.page?.title ?? manifest?.title ?? 'Extension',
  })
  if (hasFailed(query)) return <QueryFailure isPage query={query} what="extension" />
  if (!data) return <SkeletonRows label="extension" />
  if (!installed)
    return (
      <EmptyState
        isPage
        title="This extension is not installed here"
        icon="puzzle"
        action={<CommandButton command={browseMarketplace} variant="primary" />}
      >
        It may have been removed from this bucket.
      </EmptyState>
    )
  const { title, page } = installed.manifest
  if (!page)
    return (
      <EmptyState isPage title={`“${title}” has no page`} icon="puzzle">
        What it can do is in the palette.
      </EmptyState>
    )
  if (!installed.is_enabled)
    return (
      <EmptyState
        isPage
        title={`“${title}” is switched off`}
        icon="puzzle"
        action={
          <CommandButton
            command={enableExtension}
            args={{ extension_id: extensionID }}
            variant="primary"
          />
        }
      >
        Turn it on to use its commands, panel and page.
      </EmptyState>
    )
  return (
    <div className={styles.framed}>
      <VisuallyHidden>
        <h1>{page.title}</h1>
      </VisuallyHidden>
      <ExtensionFrame installed={installed} bucket={bucketSlug} view="page" />
    </div>
  )
}
