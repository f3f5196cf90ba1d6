/** The workflows that the worker bundles. */
export { mailWorkflow } from './mail.workflow.ts';
export { reconcileWorkflow } from './reconcile.workflow.ts';
export { switchWorkflow } from './switch.workflow.ts';
