import { useHost } from '@typecase/plugin-sdk/react/host'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import type { AnyRoute } from '@typecase/plugin-sdk/route'
import { fillTitle } from '@typecase/plugin-sdk/title'
import { sentenceOf, unmet } from '@typecase/plugin-sdk/when'
import { NoPermissionState } from '@typecase/ui/no-permission-state'
import { VisuallyHidden } from '@typecase/ui/visually-hidden'

import { DeclaredFacts } from './declared-facts.ts'

/** Shown instead of a page whose condition does not hold. Names the condition. */
export function Forbidden({ route }: { route: AnyRoute }) {
  const declared = useHost().services.get(DeclaredFacts)
  const reason = useFacts((facts) => {
    if (facts['bucket.refusal'] !== undefined) return facts['bucket.refusal']
    const missing = unmet(route.when, facts)
    const sentences = missing.map((test) => sentenceOf(declared(test.key), test, facts))
    return (
      sentences.find(Boolean) ?? 'Your role does not allow it. Ask an administrator of the project.'
    )
  })
  const title = useFacts((facts) => fillTitle(route.title, facts))
  return (
    <>
      <VisuallyHidden elementType="h1">{title}</VisuallyHidden>
      <NoPermissionState>{reason}</NoPermissionState>
    </>
  )
}
