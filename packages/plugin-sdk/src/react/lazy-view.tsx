import { type ComponentType, type FunctionComponent, use } from 'react'

import { moduleOf } from '../module.ts'

/**
 * A component whose code is fetched when it is first rendered, within the nearest `Suspense`; where that does not arrive,
 * Retry of the part around it fetches it again.
 * @param what names it in a message: `The colour field`
 */
export function lazyView<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  what: string,
): FunctionComponent<Props> {
  const declared = { load }
  return function LazyView(props: Props) {
    const View = use(moduleOf(declared, what))
    return <View {...props} />
  }
}
