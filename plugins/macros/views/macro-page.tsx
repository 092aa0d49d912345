import { getMacro } from '@typecase/contract/macros'
import { QueryView } from '@typecase/content/react/query-view'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useRouteParams } from '@typecase/plugin-sdk/react/routes'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { EmptyState } from '@typecase/ui/empty-state'
import { SkeletonForm } from '@typecase/ui/skeleton'

import { macro as kind } from '../record.ts'
import { macroRoute, macrosRoute } from '../routes.ts'
import { MacroForm } from './macro-form.tsx'

/** Shows one macro: its name, its steps and its arguments. */
export default function MacroPage() {
  const { bucketSlug, macroID } = useRouteParams(macroRoute)
  const { go } = useService(Navigation)
  const query = useApiQuery(getMacro, {
    query: { slug: bucketSlug, macro_id: macroID },
  })
  const { data } = query
  useProvideFacts({ [kind.fact]: data?.macro.id })

  return (
    <QueryView
      isPage
      query={query}
      what="macro"
      loading={<SkeletonForm label="macro" />}
      missing={
        <EmptyState
          isPage
          title="There is no such macro"
          icon="workflow"
          action={<Button onPress={() => void go(macrosRoute)}>Show all macros</Button>}
        >
          It was deleted, or its author does not share it.
        </EmptyState>
      }
    >
      {({ macro }) => <MacroForm key={macro.id} bucketSlug={bucketSlug} macro={macro} />}
    </QueryView>
  )
}
