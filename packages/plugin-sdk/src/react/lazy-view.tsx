import { type ComponentType, type FunctionComponent, use } from 'react'

import { moduleOf } from '../module.ts'

/**
 * Returns a component whose code is fetched on its first render; it suspends until then. If that fails, Retry of the
 * surrounding `PluginBoundary` fetches the code again.
 * @param what names the component in a message: `The colour field`
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
