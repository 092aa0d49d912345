import type { ObjectType } from '@typecase/contract/object-types'
import { QueryView } from '@typecase/content/react/query-view'
import { bucketQuery } from '@typecase/content/bucket'
import { refTo } from '@typecase/plugin-sdk/command'
import { formatCount } from '@typecase/ui/count'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { CommandMenuItem } from '@typecase/plugin-sdk/react/command-menu-item'
import { useListKeys } from '@typecase/plugin-sdk/react/list-keys'
import { useRouteParams } from '@typecase/plugin-sdk/react/routes'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Commands, Navigation } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Chip } from '@typecase/ui/chip'
import { EmptyState } from '@typecase/ui/empty-state'
import { InlineCode } from '@typecase/ui/inline-code'
import { Link } from '@typecase/ui/link'
import { Menu, MenuTrigger } from '@typecase/ui/menu'
import { Page, PageHeader } from '@typecase/ui/page'
import { SkeletonRows } from '@typecase/ui/skeleton'
import { SortableList } from '@typecase/ui/sortable-list'
import { useQuery } from '@tanstack/react-query'

import { moveToFolder, newFolder } from '../commands/folders.ts'
import {
  deleteType,
  duplicateType,
  newType,
  openTypeObjects,
  orderTypes,
} from '../commands/types.ts'
import { objectTypeRoute, objectTypesRoute } from '../routes.ts'
import styles from './type-list.module.css'

/** The object types of a bucket, in the order of the sidebar. */
export default function TypeList() {
  const { bucketSlug } = useRouteParams(objectTypesRoute)
  const commands = useService(Commands)
  const { go } = useService(Navigation)
  const query = useQuery(bucketQuery(useServices(), bucketSlug))
  const { data } = query
  const types = data?.bucket.object_types ?? []
  const { list } = useListKeys(
    types.map(({ id }) => id),
    { creates: newType.id },
  )
  const folders = new Map(data?.bucket.object_type_folders.map(({ slug, title }) => [slug, title]))

  return (
    <Page>
      <PageHeader title="Object types" detail={data && types.length}>
        <CommandButton command={newFolder}>New folder…</CommandButton>
        <CommandButton command={newType} variant="primary">
          New object type
        </CommandButton>
      </PageHeader>
      <QueryView
        query={query}
        what="object types"
        loading={<SkeletonRows label="object types" count={8} />}
      >
        {() => (
          <div {...list}>
            <SortableList
              hasTypeAhead={false}
              aria-label="Object types"
              items={types.map((type) => ({ ...type, label: type.title }))}
              onReorder={({ order }) => {
                const slugs = order.flatMap(
                  (id) => types.find((type) => type.id === id)?.slug ?? [],
                )
                void commands.run(refTo(orderTypes, { object_type_slugs: slugs }))
              }}
              onAction={(id) => {
                const type = types.find((one) => one.id === id)
                if (type) void go(objectTypeRoute, { params: { typeSlug: type.slug } })
              }}
              empty={
                <EmptyState
                  title="No object types yet"
                  icon="shapes"
                  action={<CommandButton command={newType} variant="primary" />}
                >
                  An object type defines the fields of its objects: posts, authors, products.
                </EmptyState>
              }
            >
              {(type) => <TypeRow type={type} folder={folders.get(type.folder ?? '')} />}
            </SortableList>
          </div>
        )}
      </QueryView>
    </Page>
  )
}

function TypeRow({ type, folder }: { type: ObjectType; folder: string | undefined }) {
  const { href } = useService(Navigation)
  return (
    <div className={styles.row}>
      <span className={styles.emoji} aria-hidden="true">
        {type.emoji || '·'}
      </span>
      <Link href={href(objectTypeRoute, { params: { typeSlug: type.slug } })} variant="quiet">
        {type.title}
      </Link>
      <InlineCode>{type.slug}</InlineCode>
      <span className={styles.space}>{folder ? <Chip>{folder}</Chip> : null}</span>
      <span className={styles.count}>{formatCount(type.metafields.length, 'field')}</span>
      <span className={`${styles.count} ${styles.objects}`}>
        {formatCount(type.total_objects, 'object')}
      </span>
      <TypeMenu type={type} />
    </div>
  )
}

function TypeMenu({ type }: { type: ObjectType }) {
  const args = { type_slug: type.slug }
  const label = `Actions of ${type.title}`
  return (
    <MenuTrigger>
      <Button icon="ellipsis" variant="quiet" aria-label={label} />
      <Menu aria-label={label} placement="bottom end">
        <CommandMenuItem command={openTypeObjects} args={args}>
          Show objects
        </CommandMenuItem>
        <CommandMenuItem command={moveToFolder} args={args}>
          Move to folder…
        </CommandMenuItem>
        <CommandMenuItem command={duplicateType} args={args}>
          Duplicate
        </CommandMenuItem>
        <CommandMenuItem command={deleteType} args={args} isDestructive>
          Delete…
        </CommandMenuItem>
      </Menu>
    </MenuTrigger>
  )
}
