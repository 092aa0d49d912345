import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { EmptyState } from '@typecase/ui/empty-state'

import { objectsPath } from '../routes.ts'

/** Renders the page for an address of an object or an object type that does not exist. */
export function MissingObject({ typeSlug }: { typeSlug?: string }) {
  const navigation = useService(Navigation)
  const bucketSlug = useFacts((facts) => facts['route.bucketSlug'])
  return (
    <EmptyState
      isPage
      title={typeSlug ? `There is no object type “${typeSlug}”` : 'There is no such object'}
      icon="circle-question-mark"
      action={
        bucketSlug ? (
          <Button onPress={() => void navigation.go(objectsPath(bucketSlug))}>All objects</Button>
        ) : null
      }
    >
      It may have been deleted, or the address may be wrong. Deleted objects stay in the trash for
      30 days.
    </EmptyState>
  )
}
