import type { SmartView } from '@typecase/contract/smart-views'
import { Icon } from '@typecase/ui/icon'

import { DEFAULT_ICON, isIconName } from '../view-look.ts'

/** A view's icon or emoji. */
export function ViewIcon({ view: { icon } }: { view: Pick<SmartView, 'icon'> }) {
  if (icon && !isIconName(icon)) return <span aria-hidden="true">{icon}</span>
  return <Icon name={icon ?? DEFAULT_ICON} size={14} />
}
