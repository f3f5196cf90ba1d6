/** The workflows that the worker bundles. */
export { filesWorkflow } from './files.workflow.ts';
export { mailWorkflow } from './mail.workflow.ts';
export { reconcileWorkflow } from './reconcile.workflow.ts';
export { switchWorkflow } from './switch.workflow.ts';
