import { slot } from '@typecase/plugin-sdk/slot'
import type { ReactNode } from 'react'

/*
 * The places of the shell that plugins may fill. A plugin makes the same point by id, major and props,
 * as in `fill(slot<object>('shell.path', 1), { id: '<plugin>.path', order: 10, load })`.
 */

/** Crumbs before the page's title in the top bar, one for each panel: workspace 10, project 20, bucket 30. */
export const PathSlot = slot<object>('shell.path', 1)

/** Buttons in the top bar between the command field and the user, such as help. */
export const TopSlot = slot<object>('shell.top', 1)

/** Rows of the user's menu; `close` closes it. */
export const UserSlot = slot<{ close: () => void }>('shell.user', 1)

/**
 * Below the rows of the sidebar while it is expanded: trees of object types, folders and views.
 * Where the sidebar lies over the page, `onGone` is called when somebody follows a link in it.
 */
export const SidebarSlot = slot<{ onGone?: () => void }>('shell.sidebar', 1)

/** Bottom right, over the page: running jobs. */
export const TraySlot = slot<object>('shell.tray', 1)

/** A line above the page that stays until its reason is gone. */
export const BannerSlot = slot<object>('shell.banner', 1)

/** Things without a place of their own that are there on every page: dialogs that open by themselves. */
export const OverlaySlot = slot<object>('shell.overlays', 1)

/** Around everything: renders `children`, or what has to be passed first. One that fails lets through. */
export const GateSlot = slot<{ children: ReactNode }>('shell.gate', 1)
