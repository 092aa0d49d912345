import { newType } from '@typecase/content/commands'
import type { ObjectType } from '@typecase/contract/object-types'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { EmptyState } from '@typecase/ui/empty-state'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'

import { objectRoute } from '../routes.ts'

/** Asks for the object type of a new object whose URL names none. */
export function ChooseType({ types: all }: { types: readonly ObjectType[] }) {
  const typeSlugs = useFacts((facts) => facts['bucket.ownTypes'])
  const types = typeSlugs ? all.filter(({ slug }) => typeSlugs.includes(slug)) : all
  const navigation = useService(Navigation)
  if (types.length === 0) {
    return (
      <EmptyState
        isPage
        title="No object types yet"
        action={<CommandButton command={newType} variant="primary" />}
      >
        An object type defines the fields of its objects. Create one first.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      isPage
      title="What should it be?"
      icon="plus"
      action={types.map(({ slug, singular, title, emoji }) => (
        <Button
          key={slug}
          onPress={() =>
            void navigation.go(objectRoute, {
              params: { objectID: 'new' },
              search: { type: slug },
              isReplace: true,
            })
          }
        >
          {`${emoji} ${singular || title}`.trim()}
        </Button>
      ))}
    >
      Each object has one of these types.
    </EmptyState>
  )
}
