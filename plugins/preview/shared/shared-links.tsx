import { useQuery } from '@tanstack/react-query'
import { QueryView } from '@typecase/content/react/query-view'
import { RecordRows } from '@typecase/content/react/record-rows'
import type { SharedLink } from '@typecase/contract/shared-links'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { usePageHandle } from '@typecase/plugin-sdk/react/page-handle'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { EmptyState } from '@typecase/ui/empty-state'
import { FormActions, FormSection } from '@typecase/ui/form'
import { Link } from '@typecase/ui/link'
import { RowActions, RowName } from '@typecase/ui/row-list'
import { SkeletonRows } from '@typecase/ui/skeleton'
import { StatusBadge } from '@typecase/ui/status-badge'
import { useMemo, useState } from 'react'

import { sharedLinksPage } from '../sections.ts'
import {
  copyLink,
  renewLink,
  revokeLink,
  setLinkPassword,
  shareObjects,
  shareRelease,
} from './link-commands.ts'
import { describeLink, isLinkOpen, sharedLink, sharedLinksQuery } from './link-record.ts'
import { PasswordDialog } from './password-dialog.tsx'

/** Shows the section of the settings with the links by which guests see drafts. */
export default function SharedLinks({ bucketSlug }: { bucketSlug: string }) {
  const query = useQuery(sharedLinksQuery(useServices(), bucketSlug))
  const [linkID, setLinkID] = useState<string>()
  usePageHandle(
    sharedLinksPage,
    useMemo(() => ({ askPassword: setLinkID }), []),
  )
  useProvideFacts({ 'list.creates': shareObjects.id })
  return (
    <FormSection
      title="Shared links"
      description="Guests with a link see drafts without an account. Revoke a link to close it at once."
    >
      <QueryView
        query={query}
        what="shared links"
        loading={<SkeletonRows label="shared links" count={3} />}
      >
        {({ links }) => (
          <>
            {links.length === 0 ? (
              <EmptyState
                title="No shared links yet"
                icon="link"
                action={<CommandButton command={shareObjects} variant="primary" />}
              >
                Share an object, a list or a release with people who have no account, such as a
                client who approves it.
              </EmptyState>
            ) : (
              <>
                <LinkRows links={links} />
                <FormActions>
                  <CommandButton command={shareObjects} />
                  <CommandButton command={shareRelease} />
                </FormActions>
              </>
            )}
            <PasswordDialog
              bucketSlug={bucketSlug}
              link={links.find(({ id }) => id === linkID)}
              onClose={() => setLinkID(undefined)}
            />
          </>
        )}
      </QueryView>
    </FormSection>
  )
}

function LinkRows({ links }: { links: readonly SharedLink[] }) {
  return (
    <RecordRows
      record={sharedLink}
      items={links}
      aria-label="Shared links"
      creates={shareObjects.id}
    >
      {(link, { opener, button }) => (
        <>
          <RowName details={<span>{describeLink(link)}</span>}>
            <Link {...opener} href={link.path} target="_blank" variant="quiet">
              {link.title}
            </Link>
          </RowName>
          <StatusBadge status={isLinkOpen(link) ? 'published' : 'neutral'}>
            {isLinkOpen(link) ? (link.has_password ? 'Password' : 'Open') : 'Closed'}
          </StatusBadge>
          <RowActions>
            {(isLinkOpen(link) ? [copyLink, setLinkPassword, revokeLink] : [renewLink]).map(
              (command) => (
                <CommandButton key={command.id} {...button} command={command} isIconOnly />
              ),
            )}
          </RowActions>
        </>
      )}
    </RecordRows>
  )
}
