import { togglePreview } from '@typecase/content/commands'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { CommandMenuItem } from '@typecase/plugin-sdk/react/command-menu-item'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Menu, MenuSeparator, MenuTrigger } from '@typecase/ui/menu'
import { SegmentedControl } from '@typecase/ui/segmented-control'
import { Select } from '@typecase/ui/select'

import { deviceKey, deviceNames, devices, readDevice } from '../pane/preferences.ts'
import type { TypeSite } from '../pane/sites.ts'
import { usePreference } from '../pane/use-preference.ts'
import styles from './preview.module.css'
import type { PageState } from './use-page.ts'

interface PageBarProps {
  page: PageState
  sites: readonly TypeSite[]
  site: TypeSite
  isInWindow: boolean
}

/** Shows which site the preview displays, its address, and the device. */
export function PageBar({ page, sites, site, isInWindow }: PageBarProps) {
  const commands = useService(Commands)
  const [device] = usePreference(deviceKey, readDevice)
  return (
    <div className={styles.bar}>
      {sites.length > 1 ? (
        <Select
          aria-label="Preview site"
          options={sites.map(({ id, name }) => ({ id, label: name }))}
          value={site.id}
          onChange={(id) =>
            void commands.run(
              { command: 'preview.choose-site', args: { site: id } },
              { source: 'button' },
            )
          }
        />
      ) : null}
      <code className={styles.address} title={page.url}>
        {page.url.replace(/^https?:\/\//, '')}
      </code>
      <CommandButton command="preview.copy-address" variant="quiet" isIconOnly />
      <span className={styles.space} />
      {isInWindow ? null : (
        <span className={styles.wide}>
          <SegmentedControl
            aria-label="Device"
            value={device}
            onChange={(id) =>
              void commands.run(
                { command: 'preview.set-device', args: { device: id } },
                { source: 'button' },
              )
            }
            segments={deviceNames.map((id) => ({ id, isIconOnly: true, ...devices[id] }))}
          />
        </span>
      )}
      <CommandButton command="preview.reload" variant="quiet" isIconOnly />
      <MenuTrigger>
        <Button variant="quiet" icon="ellipsis" aria-label="More of the preview" />
        <Menu aria-label="Preview" placement="bottom end">
          <CommandMenuItem command="preview.show-labels" />
          <CommandMenuItem command="preview.next" />
          <CommandMenuItem command="preview.previous" />
          <MenuSeparator />
          <CommandMenuItem command="preview.open-window" />
          <CommandMenuItem command="preview.toggle-zoom" />
          <CommandMenuItem command="preview.set-colors" />
        </Menu>
      </MenuTrigger>
      <span className={styles.narrow}>
        <CommandButton command={togglePreview} isPlain>
          Form
        </CommandButton>
      </span>
    </div>
  )
}
