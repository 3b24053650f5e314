import type { FunctionComponent } from 'react'
import {
  Link as RouterLink,
  Navigate as RouterNavigate,
  useNavigate as useRouterNavigate,
  type LinkProps,
  type NavigateOptions,
  type NavigateProps,
} from 'react-router'
import type { Place } from './places'

// The router takes any text for an address; these are the same, for places alone.

export const Link: FunctionComponent<Omit<LinkProps, 'to'> & { to: Place }> = RouterLink
export const Navigate: FunctionComponent<Omit<NavigateProps, 'to'> & { to: Place }> = RouterNavigate
export const useNavigate: () => (to: Place, options?: NavigateOptions) => void = useRouterNavigate
