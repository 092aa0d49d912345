import { useService } from '@typecase/plugin-sdk/react/services'
import { Theme } from '@typecase/plugin-sdk/services'
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'

import { setColorScheme } from '../frame/holder.ts'
import {
  colorsKey,
  deviceKey,
  devices,
  readColors,
  readDevice,
  zoomKey,
  WIDE,
} from '../pane/preferences.ts'
import { usePreference } from '../pane/use-preference.ts'
import styles from './preview.module.css'

interface StageProps {
  isHidden: boolean
  /** The document around the page. */
  holder: Window | undefined
  children: ReactNode
}

/** Shows the page in the size of a device. */
export function Stage({ isHidden, holder, children }: StageProps) {
  const [chosen] = usePreference(deviceKey, readDevice)
  // A narrow window is itself the size of a device.
  const device = matchMedia(WIDE).matches ? chosen : 'full'
  const [isZoomed] = usePreference(zoomKey, (stored) => stored !== false)
  const [room, setRoom] = useState({ width: 0, height: 0 })
  const stage = useRef<HTMLDivElement>(null)
  // The space changes with the window and the separator.
  useEffect(() => {
    const element = stage.current
    if (!element || typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(() =>
      setRoom({ width: element.clientWidth, height: element.clientHeight }),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useColors(holder)

  const size = devices[device]
  const scale =
    'width' in size && isZoomed && room.width > 0
      ? Math.min(1, room.width / size.width, device === 'desktop' ? 1 : room.height / size.height)
      : 1
  // A desktop window takes the full height of the space.
  const height =
    'width' in size && device === 'desktop' && isZoomed ? room.height / scale : undefined
  const fixedSize = 'width' in size && { inlineSize: size.width, blockSize: height ?? size.height }
  return (
    <div ref={stage} className={styles.stage} data-device={device} hidden={isHidden}>
      <div
        className={styles.device}
        style={
          fixedSize
            ? { inlineSize: fixedSize.inlineSize * scale, blockSize: fixedSize.blockSize * scale }
            : {}
        }
      >
        <div
          className={styles.screen}
          style={fixedSize ? { ...fixedSize, transform: `scale(${scale})` } : {}}
        >
          {children}
        </div>
      </div>
    </div>
  )
}

/** Applies the chosen colour scheme. A page that supports only one does not change. */
function useColors(holder: Window | undefined): void {
  const [colors] = usePreference(colorsKey, readColors)
  const themes = useService(Theme)
  const theme = useSyncExternalStore(themes.subscribe, () => themes.scheme())
  const scheme = colors === 'dashboard' ? theme : colors
  useEffect(() => {
    if (holder?.document) setColorScheme(holder, scheme)
  }, [holder, scheme])
}
