import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { InboxPage } from './inbox/inbox-page.tsx'
import { readInboxSearch } from './inbox/inbox-search.ts'
import { readJobsSearch } from './jobs/jobs-search.ts'
import { readPoliciesSearch } from './policies/policies-search.ts'
import { readFilesSearch, readPullSearch } from './pull/pull-search.ts'
import { readPullsSearch } from './pulls/pulls-search.ts'
import { readSettingsSearch } from './settings/settings-search.ts'
import { BrokenPage } from './shell/broken-page.tsx'
import { NoSuchPage } from './shell/no-such-page.tsx'
import { Shell } from './shell/shell.tsx'

const root = createRootRoute({ component: Shell, notFoundComponent: NoSuchPage })
const getParentRoute = () => root

/** Every screen, its address, and what its address may say. */
const routes = [
  createRoute({ getParentRoute, path: '/', component: InboxPage, validateSearch: readInboxSearch }),
  createRoute({
    getParentRoute,
    path: '/c/$checkpoint',
    component: lazyRouteComponent(() => import('./checkpoint/checkpoint-page.tsx'), 'CheckpointPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/jobs',
    component: lazyRouteComponent(() => import('./jobs/jobs-page.tsx'), 'JobsPage'),
    validateSearch: readJobsSearch,
  }),
  createRoute({
    getParentRoute,
    path: '/jobs/$job',
    component: lazyRouteComponent(() => import('./job/job-page.tsx'), 'JobPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/pulls',
    component: lazyRouteComponent(() => import('./pulls/pulls-page.tsx'), 'PullsPage'),
    validateSearch: readPullsSearch,
  }),
  createRoute({
    getParentRoute,
    path: '/pulls/$pull',
    component: lazyRouteComponent(() => import('./pull/pull-page.tsx'), 'PullPage'),
    validateSearch: readPullSearch,
  }),
  createRoute({
    getParentRoute,
    path: '/pulls/$pull/files',
    component: lazyRouteComponent(() => import('./files/files-page.tsx'), 'FilesPage'),
    validateSearch: readFilesSearch,
  }),
  createRoute({
    getParentRoute,
    path: '/policies',
    component: lazyRouteComponent(() => import('./policies/policies-page.tsx'), 'PoliciesPage'),
    validateSearch: readPoliciesSearch,
  }),
  createRoute({
    getParentRoute,
    path: '/grants',
    component: lazyRouteComponent(() => import('./grants/grants-page.tsx'), 'GrantsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings',
    component: lazyRouteComponent(() => import('./settings/settings-page.tsx'), 'SettingsPage'),
    validateSearch: readSettingsSearch,
  }),
] as const

/** Finds the screen of an address. */
export const router = createRouter({
  routeTree: root.addChildren([...routes]),
  defaultPreload: 'intent',
  defaultErrorComponent: BrokenPage,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
