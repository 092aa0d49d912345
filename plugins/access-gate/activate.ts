import type { ActivateContext } from '@typecase/plugin-sdk/plugin'
import { Api } from '@typecase/plugin-sdk/services'

import { mayPass } from './pass.ts'

/** Asks the server while the page's code is loading. */
export function activate({ services }: ActivateContext): void {
  void mayPass(services.get(Api))
}
