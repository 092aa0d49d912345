import { useQuery } from '@tanstack/react-query'
import { bucketQuery } from '@typecase/content/bucket'
import { QueryView } from '@typecase/content/react/query-view'
import { RecordRows } from '@typecase/content/react/record-rows'
import type { Bucket } from '@typecase/contract/buckets'
import { refTo } from '@typecase/plugin-sdk/command'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { EmptyState } from '@typecase/ui/empty-state'
import { FormActions, FormSection } from '@typecase/ui/form'
import { RowActions, RowButton, RowName } from '@typecase/ui/row-list'
import { SkeletonRows } from '@typecase/ui/skeleton'

import { addSite, changeSite, removeSite } from '../commands/sites.ts'
import { site } from '../record.ts'

/** Shows the section of the settings with the sites that the editor shows beside an object. */
export default function PreviewSites({ bucketSlug }: { bucketSlug: string }) {
  const query = useQuery(bucketQuery(useServices(), bucketSlug))
  useProvideFacts({ 'list.creates': addSite.id })
  return (
    <FormSection
      title="Preview sites"
      description="The editor shows these sites next to an object. The preview link of an object type is one more site."
    >
      <QueryView
        query={query}
        what="preview sites"
        loading={<SkeletonRows label="preview sites" count={2} />}
      >
        {({ bucket }) =>
          bucket.preview_sites.length > 0 ? (
            <>
              <SiteRows bucket={bucket} />
              <FormActions>
                <CommandButton command={addSite} />
              </FormActions>
            </>
          ) : (
            <EmptyState
              title="No preview sites yet"
              icon="monitor"
              action={<CommandButton command={addSite} variant="primary" />}
            >
              Add your site to see an object on its page while you write.
            </EmptyState>
          )
        }
      </QueryView>
    </FormSection>
  )
}

function SiteRows({ bucket }: { bucket: Bucket }) {
  const commands = useService(Commands)
  const titleOf = (slug: string) =>
    bucket.object_types.find((one) => one.slug === slug)?.title ?? slug
  return (
    <RecordRows
      record={site}
      items={bucket.preview_sites}
      aria-label="Preview sites"
      creates={addSite.id}
    >
      {({ name, url, types }, { opener, button }) => (
        <>
          <RowName
            details={
              <>
                <code>{url}</code>
                <span>
                  {types.length === 0 ? 'All object types' : types.map(titleOf).join(', ')}
                </span>
              </>
            }
          >
            <RowButton
              {...opener}
              onPress={() =>
                void commands.run(refTo(changeSite, button.args), { source: 'button' })
              }
            >
              {name}
            </RowButton>
          </RowName>
          <RowActions>
            <CommandButton {...button} command={changeSite} isIconOnly />
            <CommandButton {...button} command={removeSite} isIconOnly />
          </RowActions>
        </>
      )}
    </RecordRows>
  )
}
