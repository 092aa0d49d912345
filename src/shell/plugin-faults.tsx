import type { PluginInfo } from '@typecase/plugin-sdk/plugins'
import { Plugins } from '@typecase/plugin-sdk/plugins'
import { useCopy } from '@typecase/plugin-sdk/react/copy'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Button } from '@typecase/ui/button'
import { Popover, PopoverTrigger } from '@typecase/ui/popover'
import { useSyncExternalStore } from 'react'
import { formatNumber } from '@typecase/ui/format'
import { plural } from '@typecase/ui/count'

import styles from './plugin-faults.module.css'

/** Lists faulty plugins and the reasons. Renders nothing if there are none. */
export function PluginFaults() {
  const plugins = useService(Plugins)
  const all = useSyncExternalStore(plugins.subscribe, plugins.list)
  const faulty = all.filter(({ status }) => status === 'quarantined' || status === 'faulty')
  if (faulty.length === 0) return null
  const label = plural(
    faulty.length,
    '1 plugin has a problem',
    `${formatNumber(faulty.length)} plugins have problems`,
  )
  return (
    <div className={styles.place}>
      <PopoverTrigger>
        <Button variant="quiet" icon="circle-alert" aria-label={label} tooltipPlacement="right" />
        <Popover aria-label="Plugins with problems" placement="right bottom">
          <ul className={styles.list}>
            {faulty.map((plugin) => (
              <Fault key={plugin.id} plugin={plugin} />
            ))}
          </ul>
        </Popover>
      </PopoverTrigger>
    </div>
  )
}

function Fault({ plugin }: { plugin: PluginInfo }) {
  const plugins = useService(Plugins)
  const copy = useCopy()
  const { id, title, fault } = plugin

  function handleRetry() {
    // A browser fetches and runs each module only once per page load.
    if (fault?.phase === 'import') location.reload()
    else void plugins.retry(id)
  }

  return (
    <li className={styles.fault}>
      <p className={styles.title}>{title}</p>
      <p className={styles.reason}>{fault?.reason}</p>
      <div className={styles.actions}>
        <Button icon="rotate-ccw" onPress={handleRetry}>
          Retry
        </Button>
        <Button onPress={() => void plugins.disable(id)}>Disable</Button>
        <Button variant="quiet" onPress={() => void copy(fault?.report ?? '', 'Report copied.')}>
          Copy report
        </Button>
      </div>
    </li>
  )
}
