import { useRouteParams } from '@typecase/plugin-sdk/react/routes'
import { useFacts } from '@typecase/plugin-sdk/react/facts'

import { objectTypeRoute } from '../routes.ts'

/** The type that the page on screen is about: its list, or its builder. */
export function useCurrentType() {
  const listed = useFacts((facts) => facts['view.query']?.['type'])
  const isBuilder = useFacts((facts) => facts['route.id'] === objectTypeRoute.id)
  const { typeSlug } = useRouteParams(objectTypeRoute)
  if (isBuilder) return { typeSlug, is: 'true' as const }
  return typeof listed === 'string' ? { typeSlug: listed, is: 'page' as const } : undefined
}
