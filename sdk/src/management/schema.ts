// Generated from the service's /openapi.json; to bring it up to date: npx vitest run test/sdk/management/schema.test.ts -u
export interface paths {
    "/api/auth/sign-up/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an account
         * @description A taken e-mail is answered like any other. The account counts once the link in the mail was opened, in the browser that signed up; `SVC_SIGN_UP` says who may.
         */
        post: operations["accounts.sign-up.email"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-in/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description Sets the session's cookie and answers its token.
         */
        post: operations["accounts.sign-in.email"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End this session */
        post: operations["accounts.sign-out"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/get-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show who is signed in */
        get: operations["accounts.get-session"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/list-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List one's sessions */
        get: operations["accounts.list-sessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/revoke-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End a session */
        post: operations["accounts.revoke-session"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/revoke-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End all sessions */
        post: operations["accounts.revoke-sessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/revoke-other-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End all sessions but this one */
        post: operations["accounts.revoke-other-sessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open the link that confirms an e-mail
         * @description Redirects to a page of the service.
         */
        get: operations["accounts.verify-email"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/send-verification-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send the link that confirms an e-mail again */
        post: operations["accounts.send-verification-email"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/request-password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a link that sets a new password
         * @description The answer does not reveal whether the e-mail has an account.
         */
        post: operations["accounts.request-password-reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password with the link's token
         * @description Ends every session of the account.
         */
        post: operations["accounts.reset-password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/change-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change one's password
         * @description Ends every other session.
         */
        post: operations["accounts.change-password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/update-user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change one's name */
        post: operations["accounts.update-user"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/device/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin the login of a command line
         * @description RFC 8628: the person types the user code at /device.
         */
        post: operations["accounts.device.code"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/device/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask whether the login was approved
         * @description Until then 400 with `authorization_pending`. It is asked every `interval` seconds.
         */
        post: operations["accounts.device.token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/device": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the status of a command line's login */
        get: operations["accounts.device"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/device/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approve the login of a command line */
        post: operations["accounts.device.approve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/device/deny": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Refuse the login of a command line */
        post: operations["accounts.device.deny"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a workspace and own it */
        post: operations["accounts.organization.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Rename a workspace */
        post: operations["accounts.organization.update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List one's workspaces */
        get: operations["accounts.organization.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/set-active": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Choose the workspace of this session
         * @description It counts for the calls of accounts that name none.
         */
        post: operations["accounts.organization.set-active"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/get-full-organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a workspace with its members and invitations */
        get: operations["accounts.organization.get-full-organization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/list-members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List a workspace's members */
        get: operations["accounts.organization.list-members"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/get-active-member": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show one's membership in the session's workspace */
        get: operations["accounts.organization.get-active-member"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/update-member-role": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change a member's role
         * @description For owners. A workspace keeps at least one owner.
         */
        post: operations["accounts.organization.update-member-role"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/remove-member": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove a member from a workspace
         * @description For owners. `left_behind` lists what the member set up and still works.
         */
        post: operations["accounts.organization.remove-member"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/leave": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Leave a workspace
         * @description `left_behind` names what you set and what still works.
         */
        post: operations["accounts.organization.leave"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/invite-member": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite a member to a workspace
         * @description For owners. The link is in the mail alone.
         */
        post: operations["accounts.organization.invite-member"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/cancel-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take an invitation back */
        post: operations["accounts.organization.cancel-invitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/accept-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Accept an invitation */
        post: operations["accounts.organization.accept-invitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/reject-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reject an invitation */
        post: operations["accounts.organization.reject-invitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/get-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show an invitation to oneself */
        get: operations["accounts.organization.get-invitation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/list-invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List a workspace's invitations */
        get: operations["accounts.organization.list-invitations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/list-user-invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the invitations to oneself */
        get: operations["accounts.organization.list-user-invitations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the operators of the installation, by address
         * @description Accounts that see every workspace.
         */
        get: operations["operators.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operators/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove an operator
         * @description Takes effect at once on every process. The account and its workspace roles stay.
         */
        post: operations["operators.remove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the workspaces, by id
         * @description Your workspaces with your role in each; for operators all of them.
         */
        get: operations["workspaces.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspace_id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members of a workspace, by address
         * @description All members with their roles.
         */
        get: operations["members.list"];
        put?: never;
        /**
         * Add a member to a workspace, or change a member's role
         * @description By an operator: who has a proven account joins at once, everybody else is invited. By an owner everybody is invited, and who is a member gets the role. Where no mail server is configured only operators invite: the link is in the answer, for them to hand over.
         */
        post: operations["members.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspace_id}/members/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove a member from a workspace
         * @description At once and everywhere. A workspace's last owner stays. What they set and what still works is listed by program, for you to look through: endpoints, exports, notice channels, connections, links to partners' pages, the program's key and agent keys.
         */
        post: operations["members.remove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspace_id}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the open invitations of a workspace, by address
         * @description Invitations that are not accepted yet.
         */
        get: operations["invitations.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspace_id}/invitations/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an invitation
         * @description Its link stops working.
         */
        post: operations["invitations.cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the programs, by id
         * @description Those of your workspaces, with the settings in force.
         */
        get: operations["programs.list"];
        put?: never;
        /**
         * Create a program; settings left out take their defaults
         * @description Settings left out take their defaults. The program's key is made and not shown: POST its api-key shows one, once. A caller with one workspace need not name it.
         */
        post: operations["programs.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a program with the settings in force
         * @description Of its key only the mask is shown.
         */
        get: operations["programs.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a program's name, status or settings
         * @description Changes what is given and leaves the rest. platform_fee_bps and fee_refunds are the operator's alone; commission, hold, windows, lead rules, site and link settings, sign-up, coupon precedence and status are an owner's, or an agent's whose key has the scope programs:terms. Sales that were received before keep the terms they were received under.
         */
        patch: operations["programs.update"];
        trace?: never;
    };
    "/api/v1/programs/{program_id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the progress of a program's integration, and the next step
         * @description Each step of the integration in live and in test mode, what waits or failed, and the one thing to do next.
         */
        get: operations["programs.status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/readiness": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show every requirement between a new program and paid partners
         * @description Every gate between a new program and paid partners, each with its status and what to do next.
         */
        get: operations["programs.readiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test click, lead and sale through the pipeline and report the result of each
         * @description Sends a synthetic click, lead and sale through the real pipeline, flagged as tests: they earn nothing. A few times an hour for each program.
         */
        post: operations["programs.verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a program at a glance: figures by day and currency, top partners, and open tasks
         * @description By UTC day and currency, with the period before; top partners and links, and open tasks. A sale counts on the day it was received, with what it and its commission are worth now.
         */
        get: operations["programs.overview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/performance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show clicks, leads, sales, revenue and commission, day by day
         * @description By days of UTC, and by currency: nothing is converted.
         */
        get: operations["programs.performance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspace_id}/demos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a demo program with two months of invented partners and sales
         * @description A program with three invented partners and two months of clicks, sign-ups, sales and refunds, with payouts and closed months. Its events are of the log like any others, with received times in the past, which only the beginning of a demo's log may have. All of it is created or nothing.
         */
        post: operations["demos.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/demo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a demo program: it is hidden and accepts nothing more
         * @description It becomes inactive and is listed nowhere. Its log and books stay, as those of every program; they hold no person. Of any other program it is refused.
         */
        delete: operations["demos.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/api-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a program's key by its last four characters, whether it must be replaced, and its usage
         * @description Figures are a few seconds behind and include calls refused since a deadline.
         */
        get: operations["keys.show"];
        put?: never;
        /**
         * Replace a program's key and show the new one, once
         * @description The old key stops at once, everywhere. The new one is shown this once.
         */
        post: operations["keys.regenerate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/api-key/flag": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Require that a program's key is regenerated by a date
         * @description Until the deadline every answer to the key says so; from then on it is refused.
         */
        post: operations["keys.flag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/api-key/unflag": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel the required regeneration of a program's key
         * @description A key that was refused after its deadline works again.
         */
        post: operations["keys.unflag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/flagged-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the flagged keys with their deadlines and usage
         * @description Which keys must be replaced by when, and who still uses them.
         */
        get: operations["keys.report"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspace_id}/agent-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a key for an agent and show it, once
         * @description It lets an agent act on one workspace, within its scopes.
         */
        post: operations["agent-keys.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agent-keys/{agent_key_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an agent's key immediately
         * @description It stops working on every process before this call is answered.
         */
        post: operations["agent-keys.revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agent-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the agent keys, by id
         * @description Each with its scopes and its last use.
         */
        get: operations["agent-keys.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/partners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a program's partners, by id
         * @description Each with the code that its affiliate links carry, and its link of the service.
         */
        get: operations["partners.list"];
        put?: never;
        /**
         * Add a partner to a program
         * @description Its affiliate links are the brand's own pages with ?aff=<code>; a code is unique in the installation, regardless of case, and never changes.
         */
        post: operations["partners.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/partners/{partner_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a partner
         * @description With the code that its affiliate links carry.
         */
        get: operations["partners.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a partner's name or status
         * @description What it earned stays as it is. Links of an inactive partner earn nothing.
         */
        patch: operations["partners.update"];
        trace?: never;
    };
    "/api/v1/programs/{program_id}/partners/{partner_id}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a link to a partner's page: its own clicks, leads, commissions and payouts
         * @description It opens the partner's page without an account, until it expires or is revoked.
         */
        post: operations["partners.link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/partners/{partner_id}/revoke-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke every link to a partner's page
         * @description No link to the partner's page that was made until now opens it any more.
         */
        post: operations["partners.revoke-links"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/partners/{partner_id}/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the e-mail that a partner signs in with
         * @description Of a partner that has one.
         */
        get: operations["partners.show-email"];
        /**
         * Set the e-mail that a partner signs in with
         * @description Replaces the e-mail set before. Its reader sees the partner's page and sets its payout details.
         */
        put: operations["partners.set-email"];
        post?: never;
        /**
         * Remove the e-mail that a partner signs in with
         * @description Sessions of this e-mail lose access to the partner immediately.
         */
        delete: operations["partners.remove-email"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/partner-applications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the applications of people who want to become partners, by id
         * @description Only of people who proved that they read the e-mail they gave.
         */
        get: operations["applications.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/partner-applications/{application_id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve an application: the applicant becomes a partner
         * @description It becomes a partner and signs in with the e-mail it gave.
         */
        post: operations["applications.approve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/partner-applications/{application_id}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decline an application
         * @description It cannot ask again with the same e-mail for 180 days.
         */
        post: operations["applications.decline"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/policies/{product_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a product's own commission terms
         * @description Those in force now.
         */
        get: operations["policies.show"];
        /**
         * Set the commission terms of one product
         * @description In place of the program's own terms. Sales that were received before keep theirs.
         */
        put: operations["policies.set"];
        post?: never;
        /**
         * Remove a product's own commission terms
         * @description The product is paid by the program's own terms again. The answer is the policy that was removed.
         */
        delete: operations["policies.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the products with their own commission terms, by product
         * @description Those in force now; removed ones are not among them.
         */
        get: operations["policies.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/coupons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the discount codes of partners, by code
         * @description Those that belong to a partner now.
         */
        get: operations["coupons.list"];
        put?: never;
        /**
         * Assign a discount code to a partner, who earns commission on payments made with it
         * @description Payments received from now on that were made with it are the partner's, where nothing that ranks above it says otherwise. Repeated it changes nothing; a code of another partner is refused.
         */
        post: operations["coupons.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/coupons/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a discount code to another partner
         * @description Payments that were received before stay the first partner's, also those that wait.
         */
        post: operations["coupons.move"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/coupons/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a discount code from its partner
         * @description The code is unassigned; past commissions stay. The answer is the code as it was.
         */
        delete: operations["coupons.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a program's provider connections, by id, without their secrets
         * @description With their webhook addresses; removed ones are not among them.
         */
        get: operations["connections.list"];
        put?: never;
        /**
         * Connect a provider's webhooks to a program, by its API key or its signing secret
         * @description By its signing secret: the answer's webhook_url is what the provider must be given; at most 2 secrets, while one replaces the other. Or by api_key (stripe, polar, dodo, paddle, lemonsqueezy, creem, chargebee): the webhook endpoint is made at the provider, and at_provider says what was done. Such a call is safe to repeat as it is: no second endpoint is made.
         */
        post: operations["connections.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/connections/{connection_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a provider connection without its secrets
         * @description With its webhook address.
         */
        get: operations["connections.show"];
        put?: never;
        post?: never;
        /**
         * Remove a connection, its secrets and its webhook endpoint at the provider
         * @description Its address takes no delivery any more, and its secrets are erased. What it delivered stays. Where its webhook endpoint was made by API key it is taken away at the provider; at_provider says so, or why it is still there.
         */
        delete: operations["connections.remove"];
        options?: never;
        head?: never;
        /**
         * Change a connection's status, mode or signing secret
         * @description While one secret replaces another both are valid, until keep_newest_secret. Adding a secret that is there changes nothing. Running services apply it within a second.
         */
        patch: operations["connections.update"];
        trace?: never;
    };
    "/api/v1/programs/{program_id}/connections/{connection_id}/api-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the provider API key that a connection is reconciled with
         * @description For Stripe, Paddle, Chargebee, Mollie and Recurly, whose APIs list what happened; the last three are also asked for what a delivery names. The key is tried out first; its mode must be the connection's. docs/reconcile.md names the permission it needs.
         */
        put: operations["connections.set-api-key"];
        post?: never;
        /**
         * Remove a connection's provider API key
         * @description The provider is no longer called. A webhook endpoint that was created with the key stays there.
         */
        delete: operations["connections.remove-api-key"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a program's endpoints, by id
         * @description The brand's own and those of partners; removed ones are not among them.
         */
        get: operations["endpoints.list"];
        put?: never;
        /**
         * Create an endpoint that receives a program's messages
         * @description Messages are signed by Standard Webhooks; endpoints.show-secret shows the secret. A program, and all programs of a workspace, have at most as many as the installation allows; a partner has at most 5 in a program. A partner's endpoint receives only its own sales, without customers.
         */
        post: operations["endpoints.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/endpoints/{endpoint_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show an endpoint and its position in the log
         * @description Each with its pending messages and the time of its last success.
         */
        get: operations["endpoints.show"];
        put?: never;
        post?: never;
        /**
         * Remove an endpoint and erase its secrets
         * @description Pending messages are discarded. To send them later, pause it instead.
         */
        delete: operations["endpoints.remove"];
        options?: never;
        head?: never;
        /**
         * Change an endpoint's URL or the messages it receives
         * @description Omitted fields do not change. Messages that exist already keep their content and are sent to the new URL.
         */
        patch: operations["endpoints.update"];
        trace?: never;
    };
    "/api/v1/programs/{program_id}/endpoints/{endpoint_id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the secret that an endpoint's messages are signed with
         * @description For the receiver, which verifies messages with it.
         */
        get: operations["endpoints.show-secret"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/endpoints/{endpoint_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate an endpoint's signing secret; the old one stays valid for a day
         * @description The old secret stays valid for 24 hours; at most two are valid at once.
         */
        post: operations["endpoints.rotate-secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/endpoints/{endpoint_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message to an endpoint
         * @description It is sent in the background, or when the endpoint is resumed: messages.show shows the result.
         */
        post: operations["endpoints.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/endpoints/{endpoint_id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause an endpoint: nothing is sent until it is resumed
         * @description It keeps its position in the log: later messages are sent when it is resumed.
         */
        post: operations["endpoints.pause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/endpoints/{endpoint_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume an endpoint from its position in the log
         * @description Pending messages are sent at once, and later ones follow in order.
         */
        post: operations["endpoints.resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/endpoints/{endpoint_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend an endpoint's messages of a period
         * @description Each with its own id, so that a receiver drops what it has. At most 10000 a call: call again from the time of the last one. What is no longer kept is sent by a new endpoint with since.
         */
        post: operations["endpoints.redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/endpoints/{endpoint_id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the messages sent to an endpoint, newest first
         * @description Finished messages are kept for OUTBOUND_LOG_RETENTION_DAYS.
         */
        get: operations["messages.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/endpoints/{endpoint_id}/messages/{message_no}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a message with its payload and each delivery attempt
         * @description The exact request, and the answer to each attempt.
         */
        get: operations["messages.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/endpoints/{endpoint_id}/messages/{message_no}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend a message with the same id
         * @description Regardless of its state. The id stays the same, so a receiver can drop a duplicate.
         */
        post: operations["messages.redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/notices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show which mails a person receives about a program
         * @description By mail; channels have their own choice.
         */
        get: operations["notices.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Choose which mails a person receives about a program
         * @description Kinds in neither list do not change.
         */
        patch: operations["notices.set"];
        trace?: never;
    };
    "/api/v1/programs/{program_id}/notices/sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the notices sent about a program, newest first
         * @description Kept for 90 days, those of the first sale and of keys permanently. Recipients are not shown.
         */
        get: operations["notices.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/notice-channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a program's notice channels, by id
         * @description Removed ones are not among them.
         */
        get: operations["notice-channels.list"];
        put?: never;
        /**
         * Add a chat channel for a program's notices
         * @description At most 20 of a program.
         */
        post: operations["notice-channels.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/notice-channels/{channel_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a channel and erase its URL
         * @description Pending messages to it are discarded.
         */
        delete: operations["notice-channels.remove"];
        options?: never;
        head?: never;
        /**
         * Change a channel's URL or the notices it receives
         * @description Omitted fields do not change. `status: active` resumes a channel that was paused because its tool refused it.
         */
        patch: operations["notice-channels.update"];
        trace?: never;
    };
    "/api/v1/programs/{program_id}/notice-channels/{channel_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test notice to a channel
         * @description It is sent in the background; notices.list shows the result. At most 20 of a program in an hour.
         */
        post: operations["notice-channels.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a program's daily exports, by id
         * @description Removed ones are not among them.
         */
        get: operations["exports.list"];
        put?: never;
        /**
         * Create a daily export of one of a program's lists
         * @description Each day's file is written after midnight UTC, from today on; what cannot be written is made up for a week. At most 30 of a program.
         */
        post: operations["exports.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/exports/{export_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Stop an export and delete its bucket credentials
         * @description No more files are written; existing files stay.
         */
        delete: operations["exports.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/exports/{export_id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write an export's file of a day, or write it again, within two minutes
         * @description A day's file, within two minutes after the answer and over the one there is, with what the list is now: to see whether it can be written, or to try again what failed. Of the last 7 days.
         */
        post: operations["exports.run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/export-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the runs of an export, newest first
         * @description Kept for 400 days, also of exports that were removed.
         */
        get: operations["exports.runs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a program's log with the outcome of each event, by seq
         * @description The program's log in order, with each event's outcome, including test events. To follow new events, poll with after_seq set to the last seq you received.
         */
        get: operations["events.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List changes of a program and their authors: settings, partners, terms, payouts, decisions
         * @description Changes that people and agents made of the program, in the order of its log. Older changes have no author. Changes of keys, connections, recipients and people are in access-changes.list.
         */
        get: operations["audit.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/sales": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a program's sales, by id
         * @description In the order of the log, each with the amounts paid and refunded, and its partner.
         */
        get: operations["sales.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/commissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a program's commissions, by id
         * @description Partners' commissions. Amounts are integers in the currency's smallest unit.
         */
        get: operations["commissions.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/fees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a program's platform fees, by id
         * @description Platform fees that the program owes the operator. Each fee of a payment that its provider verified names what only the brand's word took off, or would have.
         */
        get: operations["fees.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a program's refunds, by the event that reported each first
         * @description Refunds reported by calls and by providers. One refund that both reported is one row.
         */
        get: operations["refunds.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a program's customers, by customer_key
         * @description Each with its partner and click. Customers known only by a provider's id, as after many imports, come last.
         */
        get: operations["customers.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/clicks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a program's clicks, as they were recorded
         * @description On affiliate links, bots among them.
         */
        get: operations["clicks.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/leads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a program's leads, by id
         * @description Signups and other steps before a sale, as they were reported.
         */
        get: operations["leads.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/events/{event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show an event: its data, how it was read, its outcome and reason, and the rows it created
         * @description Its data, its delivery and readings, its outcome with the reason, and the rows it created.
         */
        get: operations["events.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/inbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List failed, pending, late and unused deliveries by cause, with the next step
         * @description One row for each cause, with how many, the first and the last, an example, and the next step in words. Tests are among them.
         */
        get: operations["inbox.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/payment-story": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the story of a payment from click to payout, with what did not happen and why
         * @description Click, lead, payment, sale, commission, hold, approval, payout and refunds: each step in a sentence, steps that did not happen with the reason, and the sale's line items. Name the payment by its sale or its transaction.
         */
        get: operations["payments.story"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/customer-story": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the story of a customer from the first click
         * @description All that is known of the customer, in the order of time, each step in a sentence. Name the customer by the brand's own id or by the provider's.
         */
        get: operations["customers.story"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List provider deliveries to a program with their outcomes
         * @description Each with its verdict in a sentence.
         */
        get: operations["deliveries.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/deliveries/{delivery}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a delivery: its outcome and reason, the lookups, and its payload without personal data and secrets
         * @description The reason of its outcome, and of a missing attribution: every lookup and its result.
         */
        get: operations["deliveries.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/parked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a program's pending events, by id
         * @description With every name that could settle them.
         */
        get: operations["parked.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/parked/{event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a pending event, what it waits for, and every way to settle it
         * @description attributions.set attributes a payment to a partner manually.
         */
        get: operations["parked.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/parked/{event_id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Discard a pending event
         * @description It stays in the log; its payment can be reported again by a call or a delivery.
         */
        post: operations["parked.release"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/tracking-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a program's refused calls and test calls in order of receipt
         * @description Answers to tracking calls, kept for a month.
         */
        get: operations["tracking-log.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/disputes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a program's disputes, by the event that reported each first
         * @description Which sales are disputed, and how it ended.
         */
        get: operations["disputes.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/disputes/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close a dispute: won restores the commission, lost reverses it
         * @description For providers that never report how a dispute ended.
         */
        post: operations["disputes.close"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/sales/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept a sale that its chain contradicts: its commission becomes payable
         * @description The operator decides for the merchant. To decide the other way, report a refund.
         */
        post: operations["sales.accept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/attributions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List manual attributions, by payment
         * @description Decisions in force; undone ones are in the log only.
         */
        get: operations["attributions.list"];
        put?: never;
        /**
         * Attribute a pending or unattributed payment to a partner manually
         * @description A payment that waits, or was taken from its partner, becomes the partner's sale: by the policy, hold and fee of when it was received. If it is its customer's first sale, the customer's later payments, and those waiting since, are the partner's too, until the decision is undone.
         */
        post: operations["attributions.set"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/attributions/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove a sale's partner manually: it earns no commission
         * @description The payment earns nothing, regardless of later reports, until that is undone or it is attributed to another partner. Commission already paid out is deducted from the next payout.
         */
        post: operations["attributions.remove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/attributions/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a manual attribution: the payment's evidence decides again
         * @description The payment gets the partner of its current evidence; without any, it waits again.
         */
        post: operations["attributions.undo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/commissions/hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put commissions on hold: they are neither approved nor paid until released
         * @description They are neither approved nor paid until they are released, regardless of refunds and disputes. Partners read on their page that they are on hold, and the note. What waits in a payout already is paid with it, unless that is cancelled: the answer says so.
         */
        post: operations["commissions.hold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/commissions/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release commissions that were put on hold manually
         * @description A released commission keeps its status: pending until its hold period ends, or approved.
         */
        post: operations["commissions.release"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/commissions/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve commissions before their hold period ends
         * @description Before their hold period is over: the next payout takes them. What goes back later is taken off as ever. To stop one that was approved, hold it.
         */
        post: operations["commissions.approve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/adjustments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List adjustments: what later payouts add or deduct, by sale
         * @description Of sales that changed after they were paid for. Each is gone once a payout that takes it up is paid.
         */
        get: operations["adjustments.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a program's imports, by id
         * @description Dry runs too. Each says who imported, and how many lines were added, known or faulty.
         */
        get: operations["imports.list"];
        put?: never;
        /**
         * Import partners, customers and sales from another tool's export; a dry run unless applied
         * @description Which of a tool's files it is shows by its columns: partners first, then customers, then sales. A file that is sent again changes nothing; lines with faults are named and left out. As JSON at most 1 MiB. As a body of text/csv, with the other fields in the query, at most 256 MiB: it is recorded while it is sent, and imports.list says how far it is.
         */
        post: operations["imports.start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/imports/{import_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the result of an import, line by line
         * @description While it runs: how far it is.
         */
        get: operations["imports.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/owed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List unpaid balances of partners; a negative balance is carried over
         * @description So what payouts create would pay now.
         */
        get: operations["payouts.preview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/payouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a program's payouts, by id
         * @description In any status.
         */
        get: operations["payouts.list"];
        put?: never;
        /**
         * Create payouts for unpaid balances, one per partner and currency
         * @description All or nothing; what is left out, such as a partner without a recipient, is named in the answer.
         */
        post: operations["payouts.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/payouts/{payout_id}/mark-paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark payouts as paid; later changes of their sales adjust the next payout
         * @description Exactly as they were put together. What became of their sales meanwhile is adjusted in the next payout.
         */
        post: operations["payouts.mark-paid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/payouts/{payout_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel unpaid payouts; their balances become payable again
         * @description For payouts that were not paid; what they held is owed as before. A file that was made with one is warned of.
         */
        post: operations["payouts.cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/payouts/{payout_id}/mark-returned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark paid payouts as returned; their balances become payable again
         * @description For paid payouts whose money came back; it is owed again.
         */
        post: operations["payouts.mark-returned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/payouts/{payout_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a payout and its amount for each sale
         * @description With what is due now for the sales it holds, which refunds may have changed.
         */
        get: operations["payouts.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/payouts/{payout_id}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a payout's amounts by sale
         * @description One row for each sale.
         */
        get: operations["payouts.items"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/payout-file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export unpaid payouts as a CSV file for PayPal or Wise
         * @description That a file was made is recorded with each payout in it. The answer names what was left out of the file and why: a file alone could not say.
         */
        get: operations["payouts.export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/payout-results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import payout results from a payment tool's file
         * @description Shows what it would record; with `apply` it records everything. A payout that the tool paid is paid; one that failed or was returned is owed again; one that is still pending waits. A faulty line, such as one with another amount, is named and blocks no other. Importing the same file again changes nothing. Up to 1000 lines, with a header; columns are found by name: the payout, its status and optionally a transaction id, a reason, amount and currency.
         */
        post: operations["payouts.record-results"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/partners/{partner_id}/recipient": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set where a partner's payouts are sent
         * @description In place of what was set before.
         */
        put: operations["recipients.set"];
        post?: never;
        /**
         * Remove a partner's payout recipient
         * @description Payouts that are in a file already are paid by it all the same.
         */
        delete: operations["recipients.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/payout-recipients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List partners' payout recipients, by partner
         * @description Of partners that have one.
         */
        get: operations["recipients.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/statements/{month}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a program's sales, commissions and platform fees of a month
         * @description A closed month never changes: later reports are corrections in the month they arrive.
         */
        get: operations["statements.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/people/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show all stored data of a person
         * @description By the brand's customer key, the e-mail, or both: rows of the log and the books, deliveries of providers, messages, and what the program's partners and the workspace's members have under the address. It reads the program's whole log.
         */
        post: operations["people.export"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/people/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase a person's data; money and the log's hash chain stay intact
         * @description Permanent. Data that identifies the person is removed from everything that people.export finds of a customer: names become the same random names everywhere, and browser data and provider payloads are deleted. Money, commissions and the log's hash chain stay, and a replay produces the same books. An event records the erasure. Later data of the person is stored again. A partner's address or an account are removed by their own operations.
         */
        post: operations["people.erase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/inbox/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry failed deliveries: all of them, or one
         * @description Each in a transaction of its own, at most 100 in one call. They are folded behind all that came since, so nothing that was recorded meanwhile changes its place.
         */
        post: operations["inbox.retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/access-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List changes of a program's keys, connections, recipients, members, invitations and agents, with authors
         * @description Changes of the program's keys, connections, payout recipients, partners' addresses, endpoints, exports and notice channels, and of its workspace's members, invitations and agents' keys; links to partners' pages, exports of a person and downloads of whole lists. In the order they were made. No secrets. Earlier changes were not recorded. Operators see those of the installation as well.
         */
        get: operations["access-changes.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find anything by its id or name: a payment, customer, click, partner or e-mail address
         * @description An event, a sale or a payout by its id, a payout by the reference it was paid with, a payment by any of its names, a customer by its key or e-mail address, a click, a subscription, a delivery or a dispute by its provider's id, a partner by name, code or e-mail address, a program by name. At most 20 are found, in at most 100 programs.
         */
        get: operations["search.find"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/checkpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the signed checkpoints of a program's log
         * @description Each is a signed position of the log; the key is not in the database. Those of a log that had only grown are kept for 400 days. Keep copies outside this service.
         */
        get: operations["checkpoints.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/checkpoints/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a signed checkpoint
         * @description With the signed note.
         */
        get: operations["checkpoints.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/checkpoint-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the public key of checkpoints, and where they are published
         * @description Keep it with the checkpoints: both together are enough to check the log without this service.
         */
        get: operations["checkpoints.key"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a program's log with everything its hashes cover, for verification elsewhere
         * @description Every event with all that its hash covers, in the order of the log: verify-log.mjs makes the chain again from it. The bytes that providers sent are not in it.
         */
        get: operations["log.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/alarms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alarms, newest first
         * @description An alarm stays open until it is acknowledged, also when its cause is gone. Only fees_by_word, which names what the brand's word alone took off platform fees, follows its sum and closes by itself.
         */
        get: operations["alarms.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{program_id}/alarms/{alarm_id}/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close an alarm with a reason
         * @description Acknowledges the alarm with a reason. Checkpoints that waited for it are signed again. Nothing else changes. Only the operator acknowledges fees_by_word.
         */
        post: operations["alarms.acknowledge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/replays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List replays and verifications, newest first
         * @description Replays and verifications, past and running.
         */
        get: operations["replays.list"];
        put?: never;
        /**
         * Start a dry run that rebuilds the books from the log and lists what would change
         * @description Rebuilds the books in the background and keeps the difference; it changes nothing. Repeating the call while it runs, or after an interruption, returns the same run. A run of another kind of the same program is refused meanwhile. With as_of it compares the books of that time.
         */
        post: operations["replays.plan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/replays/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a replay's progress and what it would change
         * @description Progress while it runs, then the change in money for each partner and currency.
         */
        get: operations["replays.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/replays/{run_id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rows a replay would change or has changed, before and after
         * @description Each row before and after: as planned until it is applied, then as changed.
         */
        get: operations["replays.rows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/replays/{run_id}/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply a planned replay in the background
         * @description Applies the plan in the background while traffic continues. An interrupted run continues. The plan is named by its hash, so that only a reviewed plan is applied.
         */
        post: operations["replays.apply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/replays/{run_id}/discard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Discard a planned replay, or stop a running one
         * @description Stops a running replay and drops its plan; its result stays listed.
         */
        post: operations["replays.discard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/verifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a verification of the log and the books in the background
         * @description Verifies the hash chain of every log and rebuilds the books next to the live ones, in the background.
         */
        post: operations["verifications.start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/verifications/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a verification's progress and findings
         * @description Progress while it runs, then its findings.
         */
        get: operations["verifications.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a program with the settings in force
         * @description Of its key only the mask is shown. Needs the scope `programs:read`. As an MCP tool: `get_program`.
         */
        get: operations["agent.programs.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a program's name, status or settings
         * @description Changes what is given and leaves the rest. platform_fee_bps and fee_refunds are the operator's alone; commission, hold, windows, lead rules, site and link settings, sign-up, coupon precedence and status are an owner's, or an agent's whose key has the scope programs:terms. Sales that were received before keep the terms they were received under. Needs the scope `programs:write`. As an MCP tool: `update_program`.
         */
        patch: operations["agent.programs.update"];
        trace?: never;
    };
    "/api/agent/v1/programs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the programs, by id
         * @description Those of your workspaces, with the settings in force. Needs the scope `programs:read`. As an MCP tool: `list_programs`.
         */
        get: operations["agent.programs.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the progress of a program's integration, and the next step
         * @description Each step of the integration in live and in test mode, what waits or failed, and the one thing to do next. Needs the scope `programs:read`. As an MCP tool: `get_status`.
         */
        get: operations["agent.programs.status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/readiness": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show every requirement between a new program and paid partners
         * @description Every gate between a new program and paid partners, each with its status and what to do next. Needs the scope `programs:read`. As an MCP tool: `get_readiness`.
         */
        get: operations["agent.programs.readiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test click, lead and sale through the pipeline and report the result of each
         * @description Sends a synthetic click, lead and sale through the real pipeline, flagged as tests: they earn nothing. A few times an hour for each program. Needs the scope `tracking:test`. As an MCP tool: `run_verification`.
         */
        post: operations["agent.programs.verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a program at a glance: figures by day and currency, top partners, and open tasks
         * @description By UTC day and currency, with the period before; top partners and links, and open tasks. A sale counts on the day it was received, with what it and its commission are worth now. Needs the scope `programs:read`. As an MCP tool: `get_overview`.
         */
        get: operations["agent.programs.overview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/performance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show clicks, leads, sales, revenue and commission, day by day
         * @description By days of UTC, and by currency: nothing is converted. Needs the scope `programs:read`. As an MCP tool: `get_performance`.
         */
        get: operations["agent.programs.performance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/partners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a program's partners, by id
         * @description Each with the code that its affiliate links carry, and its link of the service. Needs the scope `partners:read`. As an MCP tool: `list_partners`.
         */
        get: operations["agent.partners.list"];
        put?: never;
        /**
         * Add a partner to a program
         * @description Its affiliate links are the brand's own pages with ?aff=<code>; a code is unique in the installation, regardless of case, and never changes. Needs the scope `partners:write`. As an MCP tool: `add_partner`.
         */
        post: operations["agent.partners.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/partners/{partner_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a partner
         * @description With the code that its affiliate links carry. Needs the scope `partners:read`. As an MCP tool: `get_partner`.
         */
        get: operations["agent.partners.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a partner's name or status
         * @description What it earned stays as it is. Links of an inactive partner earn nothing. Needs the scope `partners:write`. As an MCP tool: `update_partner`.
         */
        patch: operations["agent.partners.update"];
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/policies/{product_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a product's own commission terms
         * @description Those in force now. Needs the scope `programs:read`. As an MCP tool: `get_policy`.
         */
        get: operations["agent.policies.show"];
        /**
         * Set the commission terms of one product
         * @description In place of the program's own terms. Sales that were received before keep theirs. Needs the scope `programs:terms`. As an MCP tool: `set_policy`.
         */
        put: operations["agent.policies.set"];
        post?: never;
        /**
         * Remove a product's own commission terms
         * @description The product is paid by the program's own terms again. The answer is the policy that was removed. Needs the scope `programs:terms`. As an MCP tool: `remove_policy`.
         */
        delete: operations["agent.policies.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the products with their own commission terms, by product
         * @description Those in force now; removed ones are not among them. Needs the scope `programs:read`. As an MCP tool: `list_policies`.
         */
        get: operations["agent.policies.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/coupons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the discount codes of partners, by code
         * @description Those that belong to a partner now. Needs the scope `partners:read`. As an MCP tool: `list_coupons`.
         */
        get: operations["agent.coupons.list"];
        put?: never;
        /**
         * Assign a discount code to a partner, who earns commission on payments made with it
         * @description Payments received from now on that were made with it are the partner's, where nothing that ranks above it says otherwise. Repeated it changes nothing; a code of another partner is refused. Needs the scope `partners:write`. As an MCP tool: `add_coupon`.
         */
        post: operations["agent.coupons.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/coupons/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a discount code to another partner
         * @description Payments that were received before stay the first partner's, also those that wait. Needs the scope `programs:terms`. As an MCP tool: `move_coupon`.
         */
        post: operations["agent.coupons.move"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/coupons/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a discount code from its partner
         * @description The code is unassigned; past commissions stay. The answer is the code as it was. Needs the scope `programs:terms`. As an MCP tool: `remove_coupon`.
         */
        delete: operations["agent.coupons.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a program's log with the outcome of each event, by seq
         * @description The program's log in order, with each event's outcome, including test events. To follow new events, poll with after_seq set to the last seq you received. Needs the scope `events:read`. As an MCP tool: `list_events`.
         */
        get: operations["agent.events.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List changes of a program and their authors: settings, partners, terms, payouts, decisions
         * @description Changes that people and agents made of the program, in the order of its log. Older changes have no author. Changes of keys, connections, recipients and people are in access-changes.list. Needs the scope `programs:read`. As an MCP tool: `list_changes`.
         */
        get: operations["agent.audit.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/sales": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a program's sales, by id
         * @description In the order of the log, each with the amounts paid and refunded, and its partner. Needs the scope `events:read`. As an MCP tool: `list_sales`.
         */
        get: operations["agent.sales.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/commissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a program's commissions, by id
         * @description Partners' commissions. Amounts are integers in the currency's smallest unit. Needs the scope `commissions:read`. As an MCP tool: `list_commissions`.
         */
        get: operations["agent.commissions.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/fees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a program's platform fees, by id
         * @description Platform fees that the program owes the operator. Each fee of a payment that its provider verified names what only the brand's word took off, or would have. Needs the scope `commissions:read`. As an MCP tool: `list_fees`.
         */
        get: operations["agent.fees.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a program's refunds, by the event that reported each first
         * @description Refunds reported by calls and by providers. One refund that both reported is one row. Needs the scope `events:read`. As an MCP tool: `list_refunds`.
         */
        get: operations["agent.refunds.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a program's customers, by customer_key
         * @description Each with its partner and click. Customers known only by a provider's id, as after many imports, come last. Needs the scope `events:read`. As an MCP tool: `list_customers`.
         */
        get: operations["agent.customers.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/clicks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a program's clicks, as they were recorded
         * @description On affiliate links, bots among them. Needs the scope `events:read`. As an MCP tool: `list_clicks`.
         */
        get: operations["agent.clicks.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/leads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a program's leads, by id
         * @description Signups and other steps before a sale, as they were reported. Needs the scope `events:read`. As an MCP tool: `list_leads`.
         */
        get: operations["agent.leads.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/events/{event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show an event: its data, how it was read, its outcome and reason, and the rows it created
         * @description Its data, its delivery and readings, its outcome with the reason, and the rows it created. Needs the scope `events:read`. As an MCP tool: `get_event`.
         */
        get: operations["agent.events.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/inbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List failed, pending, late and unused deliveries by cause, with the next step
         * @description One row for each cause, with how many, the first and the last, an example, and the next step in words. Tests are among them. Needs the scope `events:read`. As an MCP tool: `list_inbox`.
         */
        get: operations["agent.inbox.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/payment-story": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the story of a payment from click to payout, with what did not happen and why
         * @description Click, lead, payment, sale, commission, hold, approval, payout and refunds: each step in a sentence, steps that did not happen with the reason, and the sale's line items. Name the payment by its sale or its transaction. Needs the scope `events:read`. As an MCP tool: `get_payment_story`.
         */
        get: operations["agent.payments.story"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/customer-story": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the story of a customer from the first click
         * @description All that is known of the customer, in the order of time, each step in a sentence. Name the customer by the brand's own id or by the provider's. Needs the scope `events:read`. As an MCP tool: `get_customer_story`.
         */
        get: operations["agent.customers.story"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List provider deliveries to a program with their outcomes
         * @description Each with its verdict in a sentence. Needs the scope `events:read`. As an MCP tool: `list_deliveries`.
         */
        get: operations["agent.deliveries.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/deliveries/{delivery}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a delivery: its outcome and reason, the lookups, and its payload without personal data and secrets
         * @description The reason of its outcome, and of a missing attribution: every lookup and its result. Needs the scope `events:read`. As an MCP tool: `get_delivery`.
         */
        get: operations["agent.deliveries.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/parked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a program's pending events, by id
         * @description With every name that could settle them. Needs the scope `events:read`. As an MCP tool: `list_parked`.
         */
        get: operations["agent.parked.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/parked/{event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a pending event, what it waits for, and every way to settle it
         * @description attributions.set attributes a payment to a partner manually. Needs the scope `events:read`. As an MCP tool: `get_parked`.
         */
        get: operations["agent.parked.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/tracking-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a program's refused calls and test calls in order of receipt
         * @description Answers to tracking calls, kept for a month. Needs the scope `events:read`. As an MCP tool: `list_tracking_log`.
         */
        get: operations["agent.tracking-log.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/disputes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a program's disputes, by the event that reported each first
         * @description Which sales are disputed, and how it ended. Needs the scope `events:read`. As an MCP tool: `list_disputes`.
         */
        get: operations["agent.disputes.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/attributions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List manual attributions, by payment
         * @description Decisions in force; undone ones are in the log only. Needs the scope `events:read`. As an MCP tool: `list_attributions`.
         */
        get: operations["agent.attributions.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/adjustments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List adjustments: what later payouts add or deduct, by sale
         * @description Of sales that changed after they were paid for. Each is gone once a payout that takes it up is paid. Needs the scope `commissions:read`. As an MCP tool: `list_adjustments`.
         */
        get: operations["agent.adjustments.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/owed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List unpaid balances of partners; a negative balance is carried over
         * @description So what payouts create would pay now. Needs the scope `commissions:read`. As an MCP tool: `list_owed`.
         */
        get: operations["agent.payouts.preview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/payouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a program's payouts, by id
         * @description In any status. Needs the scope `commissions:read`. As an MCP tool: `list_payouts`.
         */
        get: operations["agent.payouts.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/payouts/{payout_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a payout and its amount for each sale
         * @description With what is due now for the sales it holds, which refunds may have changed. Needs the scope `commissions:read`. As an MCP tool: `get_payout`.
         */
        get: operations["agent.payouts.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/payouts/{payout_id}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a payout's amounts by sale
         * @description One row for each sale. Needs the scope `commissions:read`. As an MCP tool: `list_payout_items`.
         */
        get: operations["agent.payouts.items"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/statements/{month}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a program's sales, commissions and platform fees of a month
         * @description A closed month never changes: later reports are corrections in the month they arrive. Needs the scope `commissions:read`. As an MCP tool: `get_statement`.
         */
        get: operations["agent.statements.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find anything by its id or name: a payment, customer, click, partner or e-mail address
         * @description An event, a sale or a payout by its id, a payout by the reference it was paid with, a payment by any of its names, a customer by its key or e-mail address, a click, a subscription, a delivery or a dispute by its provider's id, a partner by name, code or e-mail address, a program by name. At most 20 are found, in at most 100 programs. Needs the scope `events:read`. As an MCP tool: `list_search_hits`.
         */
        get: operations["agent.search.find"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/checkpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the signed checkpoints of a program's log
         * @description Each is a signed position of the log; the key is not in the database. Those of a log that had only grown are kept for 400 days. Keep copies outside this service. Needs the scope `programs:read`. As an MCP tool: `list_checkpoints`.
         */
        get: operations["agent.checkpoints.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/checkpoints/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a signed checkpoint
         * @description With the signed note. Needs the scope `programs:read`. As an MCP tool: `get_checkpoint`.
         */
        get: operations["agent.checkpoints.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/checkpoint-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the public key of checkpoints, and where they are published
         * @description Keep it with the checkpoints: both together are enough to check the log without this service. Needs the scope `programs:read`. As an MCP tool: `get_checkpoint_key`.
         */
        get: operations["agent.checkpoints.key"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/v1/programs/{program_id}/alarms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alarms, newest first
         * @description An alarm stays open until it is acknowledged, also when its cause is gone. Only fees_by_word, which names what the brand's word alone took off platform fees, follows its sum and closes by itself. Needs the scope `programs:read`. As an MCP tool: `list_alarms`.
         */
        get: operations["agent.alarms.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "click.recorded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A visit through an affiliate link was recorded
         * @description Signed by Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`. The same `webhook-id` is the same message: drop doubles by it. A thin message has none of the members that are not required.
         */
        post: operations["webhookClickRecorded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lead.recorded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A signup, or another step before a sale, was recorded
         * @description Signed by Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`. The same `webhook-id` is the same message: drop doubles by it. A thin message has none of the members that are not required.
         */
        post: operations["webhookLeadRecorded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lead.settled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A server confirmed a lead that only a browser had reported
         * @description Signed by Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`. The same `webhook-id` is the same message: drop doubles by it. A thin message has none of the members that are not required.
         */
        post: operations["webhookLeadSettled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sale.recorded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A sale was recorded and is a partner's
         * @description Signed by Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`. The same `webhook-id` is the same message: drop doubles by it. A thin message has none of the members that are not required.
         */
        post: operations["webhookSaleRecorded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sale.parked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A payment waits until it is known who brought its customer
         * @description Signed by Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`. The same `webhook-id` is the same message: drop doubles by it. A thin message has none of the members that are not required.
         */
        post: operations["webhookSaleParked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sale.changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A sale changed: its attribution or its evidence
         * @description Signed by Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`. The same `webhook-id` is the same message: drop doubles by it. A thin message has none of the members that are not required.
         */
        post: operations["webhookSaleChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "commission.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A sale earns its partner a commission
         * @description Signed by Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`. The same `webhook-id` is the same message: drop doubles by it. A thin message has none of the members that are not required.
         */
        post: operations["webhookCommissionCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "commission.approved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A commission's hold is over
         * @description Signed by Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`. The same `webhook-id` is the same message: drop doubles by it. A thin message has none of the members that are not required.
         */
        post: operations["webhookCommissionApproved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "commission.reduced": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A partial refund reduced a commission
         * @description Signed by Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`. The same `webhook-id` is the same message: drop doubles by it. A thin message has none of the members that are not required.
         */
        post: operations["webhookCommissionReduced"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "commission.reversed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A full refund reversed a commission
         * @description Signed by Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`. The same `webhook-id` is the same message: drop doubles by it. A thin message has none of the members that are not required.
         */
        post: operations["webhookCommissionReversed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "commission.restored": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A reduced or held commission counts again
         * @description Signed by Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`. The same `webhook-id` is the same message: drop doubles by it. A thin message has none of the members that are not required.
         */
        post: operations["webhookCommissionRestored"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "commission.paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A payout paid a commission, or deducted an overpayment
         * @description Signed by Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`. The same `webhook-id` is the same message: drop doubles by it. A thin message has none of the members that are not required.
         */
        post: operations["webhookCommissionPaid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "commission.returned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The payout of a commission was returned: it is owed again
         * @description Signed by Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`. The same `webhook-id` is the same message: drop doubles by it. A thin message has none of the members that are not required.
         */
        post: operations["webhookCommissionReturned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.recorded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A customer was refunded
         * @description Signed by Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`. The same `webhook-id` is the same message: drop doubles by it. A thin message has none of the members that are not required.
         */
        post: operations["webhookRefundRecorded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dispute.opened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A customer's bank contests a payment: its commission is held back
         * @description Signed by Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`. The same `webhook-id` is the same message: drop doubles by it. A thin message has none of the members that are not required.
         */
        post: operations["webhookDisputeOpened"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dispute.won": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A dispute was won: the commission counts again
         * @description Signed by Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`. The same `webhook-id` is the same message: drop doubles by it. A thin message has none of the members that are not required.
         */
        post: operations["webhookDisputeWon"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dispute.lost": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A dispute was lost: the disputed amount is refunded
         * @description Signed by Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`. The same `webhook-id` is the same message: drop doubles by it. A thin message has none of the members that are not required.
         */
        post: operations["webhookDisputeLost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "partner.joined": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A partner joined the program
         * @description Signed by Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`. The same `webhook-id` is the same message: drop doubles by it. A thin message has none of the members that are not required.
         */
        post: operations["webhookPartnerJoined"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payout.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A payout for a partner was created
         * @description Signed by Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`. The same `webhook-id` is the same message: drop doubles by it. A thin message has none of the members that are not required.
         */
        post: operations["webhookPayoutCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payout.paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A payout was paid
         * @description Signed by Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`. The same `webhook-id` is the same message: drop doubles by it. A thin message has none of the members that are not required.
         */
        post: operations["webhookPayoutPaid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payout.cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A payout was cancelled before it was paid
         * @description Signed by Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`. The same `webhook-id` is the same message: drop doubles by it. A thin message has none of the members that are not required.
         */
        post: operations["webhookPayoutCancelled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payout.returned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A payout was returned
         * @description Signed by Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`. The same `webhook-id` is the same message: drop doubles by it. A thin message has none of the members that are not required.
         */
        post: operations["webhookPayoutReturned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "key.rotation_required": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The program's key must be replaced by a date
         * @description Signed by Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`. The same `webhook-id` is the same message: drop doubles by it. A thin message has none of the members that are not required.
         */
        post: operations["webhookKeyRotationRequired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "replay.applied": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The books were corrected from the log: earlier messages may differ now
         * @description Signed by Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`. The same `webhook-id` is the same message: drop doubles by it. A thin message has none of the members that are not required.
         */
        post: operations["webhookReplayApplied"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "row.corrected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A row of the books that a replay corrected; sent only where the operator says so
         * @description Signed by Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`. The same `webhook-id` is the same message: drop doubles by it. A thin message has none of the members that are not required.
         */
        post: operations["webhookRowCorrected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "endpoint.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * It was requested as a test
         * @description Signed by Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`. The same `webhook-id` is the same message: drop doubles by it. A thin message has none of the members that are not required.
         */
        post: operations["webhookEndpointTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AccessChange: {
            /**
             * Format: int64
             * @description The change
             */
            change_id: number;
            /**
             * Format: date-time
             * @description When
             */
            changed_at: string;
            /** @description What it is, such as connection_added */
            change: string;
            /** @description What was changed, in a sentence */
            summary: string;
            /** @description The connection, partner, account, invitation or agent key it is about */
            subject_id: string | null;
            /** @description What that is called now; null where it has no name, or none any more */
            subject_name: string | null;
            /** @description Who changed it; null where that was not kept */
            by_kind: ("account" | "agent" | "operator" | "partner") | null;
            /** @description The account, the agent key or the partner; null for the operator's command line */
            by_id: string | null;
            /** @description Its current name; null if it was deleted */
            by_name: string | null;
        };
        /** @description How the accounts library refuses a call */
        AccountError: ({
            /** @description The code for programs */
            code?: string;
            /** @description In a sentence */
            message: string;
        } & {
            [key: string]: unknown;
        }) | ({
            /** @description The code for programs */
            error: string;
            /** @description In a sentence */
            error_description: string;
        } & {
            [key: string]: unknown;
        });
        Adjustment: {
            /**
             * Format: int64
             * @description The sale that payouts paid too much or too little for
             */
            sale_id: number;
            /** @description Its payment; null where the rules no longer know the sale */
            transaction_id: string | null;
            /**
             * Format: int64
             * @description Whom payouts paid for it
             */
            partner_id: number;
            /** @description Its name */
            partner_name: string | null;
            /**
             * @description The currency; nothing is converted
             * @example USD
             * @enum {string}
             */
            currency: "USD" | "EUR" | "VND";
            /**
             * Format: int64
             * @description Owed in addition to the payout; a negative amount is deducted from the next payout
             */
            amount_cents: number;
            /**
             * Format: int64
             * @description What payouts paid this partner for the sale
             */
            paid_cents: number;
            /**
             * Format: int64
             * @description What is due for the sale by now
             */
            due_cents: number;
            /** @description The amount is held: a dispute is open, its chain contradicts it, or it is on hold manually */
            is_held: boolean;
            /** @description The payout that takes it up and waits to be paid; null while it is in none */
            payout_id: number | null;
        };
        AgentKey: {
            /**
             * Format: int64
             * @description The key
             */
            agent_key_id: number;
            /**
             * Format: int64
             * @description The workspace whose programs it may see
             */
            workspace_id: number;
            /** @description What it is for */
            name: string;
            /** @description Its last four characters */
            agent_key_masked: string;
            /** @description What it may do */
            scopes: ("programs:read" | "programs:write" | "programs:terms" | "partners:read" | "partners:write" | "events:read" | "commissions:read" | "tracking:test")[];
            /**
             * @description A revoked key opens nothing
             * @enum {string}
             */
            status: "active" | "revoked";
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at: string;
            /** @description When it was ended */
            revoked_at: string | null;
            /** @description When it was last used, to the minute */
            last_used_at: string | null;
        };
        AgentKeysCreate: {
            /** @description The key, shown this once */
            agent_key: string;
            /**
             * Format: int64
             * @description The key
             */
            agent_key_id: number;
            /**
             * Format: int64
             * @description The workspace whose programs it may see
             */
            workspace_id: number;
            /** @description What it is for */
            name: string;
            /** @description Its last four characters */
            agent_key_masked: string;
            /** @description What it may do */
            scopes: ("programs:read" | "programs:write" | "programs:terms" | "partners:read" | "partners:write" | "events:read" | "commissions:read" | "tracking:test")[];
            /**
             * @description A revoked key opens nothing
             * @enum {string}
             */
            status: "active" | "revoked";
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at: string;
            /** @description When it was ended */
            revoked_at: string | null;
            /** @description When it was last used, to the minute */
            last_used_at: string | null;
        };
        Alarm: {
            /**
             * Format: int64
             * @description The alarm
             */
            alarm_id: number;
            /**
             * @description What it is about
             * @enum {string}
             */
            kind: "log_changed" | "books_differ" | "log_contradicts_checkpoint" | "checkpoint_changed" | "configuration_changed" | "codes_differ" | "checkpoints_not_given" | "fees_by_word";
            /** @description What was found */
            detail: string;
            /**
             * @description Open until it is acknowledged
             * @enum {string}
             */
            status: "open" | "acknowledged";
            /**
             * Format: date-time
             * @description When it was found first
             */
            raised_at: string;
            /**
             * Format: date-time
             * @description When it was found last
             */
            last_seen_at: string;
            /** @description When it was acknowledged; null while it is open */
            acknowledged_at: string | null;
            /** @description Who acknowledged it */
            acknowledged_by_kind: ("account" | "agent" | "operator" | "partner") | null;
            /** @description The account or agent key; null for the operator's command line */
            acknowledged_by_id: string | null;
            /** @description Why it may be closed, in their words */
            reason: string | null;
        };
        Application: {
            /**
             * Format: int64
             * @description The application
             */
            application_id: number;
            /** @description Name people would see */
            name: string;
            /** @description The code it asks for */
            code: string;
            /** @description Its e-mail, which it proved to read */
            email: string;
            /**
             * @description What became of it
             * @enum {string}
             */
            status: "pending" | "approved" | "declined";
            /** @description The partner it became; null until it is approved */
            partner_id: number | null;
            /**
             * Format: date-time
             * @description When it asked
             */
            applied_at: string;
            /** @description When it was approved or declined */
            decided_at: string | null;
        };
        ApplicationsDecline: {
            /**
             * Format: int64
             * @description The application's id
             */
            application_id: number;
            /**
             * @description What became of it
             * @enum {string}
             */
            status: "pending" | "approved" | "declined";
        };
        Attribution: {
            /**
             * Format: int64
             * @description The payment: its sale's id, and the id of the event that reported it
             */
            payment_id: number;
            /**
             * Format: int64
             * @description The event that decided it
             */
            decision_id: number;
            /**
             * Format: date-time
             * @description When
             */
            decided_at: string;
            /**
             * @description Attributed to a partner, or removed: it earns nothing
             * @enum {string}
             */
            state: "given" | "removed";
            /** @description The partner it is attributed to */
            partner_id: number | null;
            /** @description The partner without the decision; null if unknown */
            evidence_partner_id: number | null;
            /** @description The reason given for the decision */
            reason: string;
            /** @description Who decided: account:<id> or operator */
            by: string | null;
        };
        AttributionsSet: {
            /**
             * Format: int64
             * @description The event that was recorded
             */
            decision_id: number;
            /**
             * Format: int64
             * @description The payment: its sale's id
             */
            payment_id: number;
            /** @description Its amount then; null if it was no sale */
            before: {
                /**
                 * Format: int64
                 * @description Whose it is
                 */
                partner_id: number;
                /**
                 * Format: int64
                 * @description What was paid
                 * @example 4900
                 */
                amount_cents: number;
                /**
                 * @description The currency; nothing is converted
                 * @example USD
                 * @enum {string}
                 */
                currency: "USD" | "EUR" | "VND";
                /** @description What it earns */
                commission_cents: number | null;
                /** @description The currency; nothing is converted */
                commission_currency: ("USD" | "EUR" | "VND") | null;
                /** @description The commission's status; null without one */
                commission_status: string | null;
                /**
                 * Format: int64
                 * @description The fee it costs
                 * @example 4900
                 */
                platform_fee_cents: number;
            } | null;
            /** @description Its amount now; null if it is no sale */
            after: {
                /**
                 * Format: int64
                 * @description Whose it is
                 */
                partner_id: number;
                /**
                 * Format: int64
                 * @description What was paid
                 * @example 4900
                 */
                amount_cents: number;
                /**
                 * @description The currency; nothing is converted
                 * @example USD
                 * @enum {string}
                 */
                currency: "USD" | "EUR" | "VND";
                /** @description What it earns */
                commission_cents: number | null;
                /** @description The currency; nothing is converted */
                commission_currency: ("USD" | "EUR" | "VND") | null;
                /** @description The commission's status; null without one */
                commission_status: string | null;
                /**
                 * Format: int64
                 * @description The fee it costs
                 * @example 4900
                 */
                platform_fee_cents: number;
            } | null;
            /** @description The correction of what was paid for it */
            adjustments: {
                /**
                 * Format: int64
                 * @description The partner
                 */
                partner_id: number;
                /**
                 * @description The currency; nothing is converted
                 * @example USD
                 * @enum {string}
                 */
                currency: "USD" | "EUR" | "VND";
                /**
                 * Format: int64
                 * @description Owed, or taken off the next payout where below zero
                 */
                amount_cents: number;
            }[];
        };
        Audit: {
            /**
             * Format: int64
             * @description The event that holds the change
             */
            event_id: number;
            /**
             * Format: date-time
             * @description When
             */
            changed_at: string;
            /** @description What it is, such as partner_changed */
            type: string;
            /** @description What was changed, in a sentence */
            summary: string;
            /** @description Who changed it; null where that was not kept yet */
            by_kind: ("account" | "agent" | "operator" | "partner") | null;
            /** @description The account, or the agent key; null for the operator's command line */
            by_id: string | null;
            /** @description Its current name; null if it was deleted */
            by_name: string | null;
            /** @description The change, as in the log */
            data: unknown;
        };
        Checkpoint: {
            /**
             * Format: int64
             * @description The checkpoint, counted from the program's first
             */
            number: number;
            /**
             * Format: date-time
             * @description When it was signed
             */
            made_at: string;
            /**
             * Format: int64
             * @description How far the log went
             */
            seq: number;
            /**
             * @description Why it was made: the log had moved, a payout, a replay that was applied, or once a day
             * @enum {string}
             */
            occasion: "moved" | "payout" | "replay" | "daily";
            /** @description Whether it has a digest of the books */
            has_books: boolean;
            /** @description The checkpoint itself, as it was signed */
            note: string;
        };
        CheckpointsKey: {
            /** @description What its checkpoints begin with */
            origin: string | null;
            /** @description The keys that its checkpoints are signed by, as name+id+key: the first signs now. None where none are signed */
            verifier_keys: string[];
            /** @description Where they are published, and up to which one */
            targets: {
                /**
                 * @description Where they are given: a folder, a bucket, an address
                 * @enum {string}
                 */
                target: "folder" | "bucket" | "url";
                /**
                 * Format: int64
                 * @description The last one that was given there
                 */
                given_number: number;
                /** @description Since when none arrives there; null where they arrive */
                failing_since: string | null;
                /** @description Why the newest try failed */
                fault: string | null;
            }[];
        };
        Click: {
            /** @description The click */
            click_id: string;
            /**
             * Format: int64
             * @description The event that recorded it
             */
            event_id: number;
            /**
             * Format: int64
             * @description Its place in the program's log
             */
            seq: number;
            /**
             * Format: int64
             * @description The partner whose link was followed
             */
            partner_id: number;
            /** @description The visitor's first click, itself for most */
            root_click_id: string;
            /** @description Made by a program that says so: it earns nothing */
            is_bot: boolean;
            /**
             * Format: date-time
             * @description When it was recorded
             */
            clicked_at: string;
            /** @description What the partner marked its link with, place 1 of five */
            sub1: string | null;
            /** @description What the partner marked its link with, place 2 of five */
            sub2: string | null;
            /** @description What the partner marked its link with, place 3 of five */
            sub3: string | null;
            /** @description What the partner marked its link with, place 4 of five */
            sub4: string | null;
            /** @description What the partner marked its link with, place 5 of five */
            sub5: string | null;
        };
        ClickRecordedMessage: {
            /**
             * @description What happened
             * @constant
             */
            type: "click.recorded";
            /**
             * Format: date-time
             * @description When it was recorded
             */
            timestamp: string;
            /** @description What it is about; a thin message has the members alone that are required */
            data: {
                /**
                 * Format: int64
                 * @description The program
                 */
                program_id: number;
                /** @description The event of the log that it follows from; null where it follows from none */
                event_id: number | null;
                /** @description The event's place in the log */
                seq: number | null;
                /** @description Its subject: messages about the same subject arrive in order */
                about: {
                    /**
                     * @description What kind of thing
                     * @enum {string}
                     */
                    kind: "click" | "lead" | "sale" | "partner" | "payout" | "key" | "replay" | "endpoint";
                    /** @description Its id, as the calls of the interface take it */
                    id: string;
                };
                /** @description The visit */
                click?: {
                    /** @description The click */
                    click_id: string;
                    /**
                     * Format: int64
                     * @description The partner
                     */
                    partner_id: number;
                    /** @description What the partner's links carry as aff */
                    partner_code: string | null;
                    /** @description What the partner marked its link with, place 1 of five */
                    sub1: string | null;
                    /** @description What the partner marked its link with, place 2 of five */
                    sub2: string | null;
                    /** @description What the partner marked its link with, place 3 of five */
                    sub3: string | null;
                    /** @description What the partner marked its link with, place 4 of five */
                    sub4: string | null;
                    /** @description What the partner marked its link with, place 5 of five */
                    sub5: string | null;
                    /** @description Taken for a machine: it earns nothing */
                    is_bot: boolean;
                    /** @description The page that was visited */
                    page_url: string | null;
                    /** @description Where the visitor came from */
                    referrer_url: string | null;
                };
            };
        };
        Commission: {
            /**
             * Format: int64
             * @description The commission: a sale earns at most one, under the sale's own id
             */
            commission_id: number;
            /**
             * Format: int64
             * @description The sale that earned it
             */
            sale_id: number;
            /**
             * Format: int64
             * @description The partner who earns it
             */
            partner_id: number;
            /**
             * Format: int64
             * @description What is left of it; once paid, what was paid
             * @example 4900
             */
            amount_cents: number;
            /**
             * Format: int64
             * @description What the sale earned before anything went back
             * @example 4900
             */
            amount_at_sale_cents: number;
            /**
             * @description The currency; nothing is converted
             * @example USD
             * @enum {string}
             */
            currency: "USD" | "EUR" | "VND";
            /**
             * @description Its stage, unless a refund or a dispute made something else of it
             * @enum {string}
             */
            status: "pending" | "approved" | "paid" | "held" | "refunded" | "reversed";
            /**
             * @description The status it was approved or paid with, regardless of later changes
             * @enum {string}
             */
            stage: "pending" | "approved" | "paid";
            /**
             * Format: date-time
             * @description Until then it is pending
             */
            hold_until: string;
            /** @description Why it is held, where it is: by hand, by an open dispute, or by a chain that contradicts it */
            held_because: ("by_hand" | "dispute" | "chain") | null;
            /** @description Why it was put on hold manually; null once released */
            hold_reason: string | null;
            /** @description What its partner reads of that */
            hold_note: string | null;
            /** @description When it was put on hold manually */
            held_at: string | null;
            /**
             * Format: int64
             * @description Added or deducted after its payout
             * @example 4900
             */
            adjustment_cents: number;
            /**
             * Format: int64
             * @description What went back of the sale, in the sale's currency
             * @example 4900
             */
            refunded_cents: number;
        };
        CommissionApprovedMessage: {
            /**
             * @description What happened
             * @constant
             */
            type: "commission.approved";
            /**
             * Format: date-time
             * @description When it was recorded
             */
            timestamp: string;
            /** @description What it is about; a thin message has the members alone that are required */
            data: {
                /**
                 * Format: int64
                 * @description The program
                 */
                program_id: number;
                /** @description The event of the log that it follows from; null where it follows from none */
                event_id: number | null;
                /** @description The event's place in the log */
                seq: number | null;
                /** @description Its subject: messages about the same subject arrive in order */
                about: {
                    /**
                     * @description What kind of thing
                     * @enum {string}
                     */
                    kind: "click" | "lead" | "sale" | "partner" | "payout" | "key" | "replay" | "endpoint";
                    /** @description Its id, as the calls of the interface take it */
                    id: string;
                };
                /** @description What its partner earns by the sale */
                commission?: {
                    /**
                     * Format: int64
                     * @description The sale
                     */
                    sale_id: number;
                    /** @description The payment's name */
                    transaction_id: string;
                    /**
                     * Format: int64
                     * @description The partner
                     */
                    partner_id: number;
                    /** @description What the partner's links carry as aff */
                    partner_code: string | null;
                    /**
                     * Format: int64
                     * @description What the partner earns by the sale, after this event
                     * @example 4900
                     */
                    amount_cents: number;
                    /**
                     * Format: int64
                     * @description By how much this event changed that
                     * @example 4900
                     */
                    change_cents: number;
                    /**
                     * @description The currency; nothing is converted
                     * @example USD
                     * @enum {string}
                     */
                    currency: "USD" | "EUR" | "VND";
                    /** @description The payout that paid it, or whose money came back; null where the message is about no payout */
                    payout_id: number | null;
                    /**
                     * Format: int64
                     * @description What this payout took of it: below 0 where it took back what had been paid too much, or where its money came back
                     * @example 4900
                     */
                    paid_cents: number;
                };
                /** @description The sale */
                sale?: {
                    /**
                     * Format: int64
                     * @description The sale
                     */
                    sale_id: number;
                    /** @description The payment's name */
                    transaction_id: string;
                    /**
                     * Format: int64
                     * @description The partner
                     */
                    partner_id: number;
                    /** @description What the partner's links carry as aff */
                    partner_code: string | null;
                    /**
                     * Format: int64
                     * @description What the customer paid
                     * @example 4900
                     */
                    amount_cents: number;
                    /**
                     * Format: int64
                     * @description What of it had gone back, after this event
                     * @example 4900
                     */
                    refunded_cents: number;
                    /**
                     * @description The currency; nothing is converted
                     * @example USD
                     * @enum {string}
                     */
                    currency: "USD" | "EUR" | "VND";
                    /** @description The brand's own customer id */
                    customer_key: string | null;
                    /** @description The click that earned it; null if a discount code or a manual attribution did */
                    click_id: string | null;
                    /** @description What the partner marked its link with, place 1 of five */
                    sub1: string | null;
                    /** @description What the partner marked its link with, place 2 of five */
                    sub2: string | null;
                    /** @description What the partner marked its link with, place 3 of five */
                    sub3: string | null;
                    /** @description What the partner marked its link with, place 4 of five */
                    sub4: string | null;
                    /** @description What the partner marked its link with, place 5 of five */
                    sub5: string | null;
                    /** @description The partner's discount code it was made with */
                    coupon_code: string | null;
                    /** @description Who reported it: api, or a provider */
                    source: string;
                    /** @description The payment provider */
                    provider: string | null;
                    /** @description The provider's own id of the payment */
                    provider_payment_id: string | null;
                    /** @description payment or subscription */
                    sale_type: string;
                    /** @description A renewal */
                    is_recurring: boolean;
                    /** @description The subscription it belongs to */
                    subscription_id: string | null;
                    /** @description The product */
                    product_id: string | null;
                    /** @description When it happened, if reported */
                    occurred_at: string | null;
                    /**
                     * Format: date-time
                     * @description When the service received it
                     */
                    received_at: string;
                };
            };
        };
        CommissionCreatedMessage: {
            /**
             * @description What happened
             * @constant
             */
            type: "commission.created";
            /**
             * Format: date-time
             * @description When it was recorded
             */
            timestamp: string;
            /** @description What it is about; a thin message has the members alone that are required */
            data: {
                /**
                 * Format: int64
                 * @description The program
                 */
                program_id: number;
                /** @description The event of the log that it follows from; null where it follows from none */
                event_id: number | null;
                /** @description The event's place in the log */
                seq: number | null;
                /** @description Its subject: messages about the same subject arrive in order */
                about: {
                    /**
                     * @description What kind of thing
                     * @enum {string}
                     */
                    kind: "click" | "lead" | "sale" | "partner" | "payout" | "key" | "replay" | "endpoint";
                    /** @description Its id, as the calls of the interface take it */
                    id: string;
                };
                /** @description What its partner earns by the sale */
                commission?: {
                    /**
                     * Format: int64
                     * @description The sale
                     */
                    sale_id: number;
                    /** @description The payment's name */
                    transaction_id: string;
                    /**
                     * Format: int64
                     * @description The partner
                     */
                    partner_id: number;
                    /** @description What the partner's links carry as aff */
                    partner_code: string | null;
                    /**
                     * Format: int64
                     * @description What the partner earns by the sale, after this event
                     * @example 4900
                     */
                    amount_cents: number;
                    /**
                     * Format: int64
                     * @description By how much this event changed that
                     * @example 4900
                     */
                    change_cents: number;
                    /**
                     * @description The currency; nothing is converted
                     * @example USD
                     * @enum {string}
                     */
                    currency: "USD" | "EUR" | "VND";
                    /** @description The payout that paid it, or whose money came back; null where the message is about no payout */
                    payout_id: number | null;
                    /**
                     * Format: int64
                     * @description What this payout took of it: below 0 where it took back what had been paid too much, or where its money came back
                     * @example 4900
                     */
                    paid_cents: number;
                };
                /** @description The sale */
                sale?: {
                    /**
                     * Format: int64
                     * @description The sale
                     */
                    sale_id: number;
                    /** @description The payment's name */
                    transaction_id: string;
                    /**
                     * Format: int64
                     * @description The partner
                     */
                    partner_id: number;
                    /** @description What the partner's links carry as aff */
                    partner_code: string | null;
                    /**
                     * Format: int64
                     * @description What the customer paid
                     * @example 4900
                     */
                    amount_cents: number;
                    /**
                     * Format: int64
                     * @description What of it had gone back, after this event
                     * @example 4900
                     */
                    refunded_cents: number;
                    /**
                     * @description The currency; nothing is converted
                     * @example USD
                     * @enum {string}
                     */
                    currency: "USD" | "EUR" | "VND";
                    /** @description The brand's own customer id */
                    customer_key: string | null;
                    /** @description The click that earned it; null if a discount code or a manual attribution did */
                    click_id: string | null;
                    /** @description What the partner marked its link with, place 1 of five */
                    sub1: string | null;
                    /** @description What the partner marked its link with, place 2 of five */
                    sub2: string | null;
                    /** @description What the partner marked its link with, place 3 of five */
                    sub3: string | null;
                    /** @description What the partner marked its link with, place 4 of five */
                    sub4: string | null;
                    /** @description What the partner marked its link with, place 5 of five */
                    sub5: string | null;
                    /** @description The partner's discount code it was made with */
                    coupon_code: string | null;
                    /** @description Who reported it: api, or a provider */
                    source: string;
                    /** @description The payment provider */
                    provider: string | null;
                    /** @description The provider's own id of the payment */
                    provider_payment_id: string | null;
                    /** @description payment or subscription */
                    sale_type: string;
                    /** @description A renewal */
                    is_recurring: boolean;
                    /** @description The subscription it belongs to */
                    subscription_id: string | null;
                    /** @description The product */
                    product_id: string | null;
                    /** @description When it happened, if reported */
                    occurred_at: string | null;
                    /**
                     * Format: date-time
                     * @description When the service received it
                     */
                    received_at: string;
                };
            };
        };
        CommissionPaidMessage: {
            /**
             * @description What happened
             * @constant
             */
            type: "commission.paid";
            /**
             * Format: date-time
             * @description When it was recorded
             */
            timestamp: string;
            /** @description What it is about; a thin message has the members alone that are required */
            data: {
                /**
                 * Format: int64
                 * @description The program
                 */
                program_id: number;
                /** @description The event of the log that it follows from; null where it follows from none */
                event_id: number | null;
                /** @description The event's place in the log */
                seq: number | null;
                /** @description Its subject: messages about the same subject arrive in order */
                about: {
                    /**
                     * @description What kind of thing
                     * @enum {string}
                     */
                    kind: "click" | "lead" | "sale" | "partner" | "payout" | "key" | "replay" | "endpoint";
                    /** @description Its id, as the calls of the interface take it */
                    id: string;
                };
                /** @description What its partner earns by the sale */
                commission?: {
                    /**
                     * Format: int64
                     * @description The sale
                     */
                    sale_id: number;
                    /** @description The payment's name */
                    transaction_id: string;
                    /**
                     * Format: int64
                     * @description The partner
                     */
                    partner_id: number;
                    /** @description What the partner's links carry as aff */
                    partner_code: string | null;
                    /**
                     * Format: int64
                     * @description What the partner earns by the sale, after this event
                     * @example 4900
                     */
                    amount_cents: number;
                    /**
                     * Format: int64
                     * @description By how much this event changed that
                     * @example 4900
                     */
                    change_cents: number;
                    /**
                     * @description The currency; nothing is converted
                     * @example USD
                     * @enum {string}
                     */
                    currency: "USD" | "EUR" | "VND";
                    /** @description The payout that paid it, or whose money came back; null where the message is about no payout */
                    payout_id: number | null;
                    /**
                     * Format: int64
                     * @description What this payout took of it: below 0 where it took back what had been paid too much, or where its money came back
                     * @example 4900
                     */
                    paid_cents: number;
                };
                /** @description The sale */
                sale?: {
                    /**
                     * Format: int64
                     * @description The sale
                     */
                    sale_id: number;
                    /** @description The payment's name */
                    transaction_id: string;
                    /**
                     * Format: int64
                     * @description The partner
                     */
                    partner_id: number;
                    /** @description What the partner's links carry as aff */
                    partner_code: string | null;
                    /**
                     * Format: int64
                     * @description What the customer paid
                     * @example 4900
                     */
                    amount_cents: number;
                    /**
                     * Format: int64
                     * @description What of it had gone back, after this event
                     * @example 4900
                     */
                    refunded_cents: number;
                    /**
                     * @description The currency; nothing is converted
                     * @example USD
                     * @enum {string}
                     */
                    currency: "USD" | "EUR" | "VND";
                    /** @description The brand's own customer id */
                    customer_key: string | null;
                    /** @description The click that earned it; null if a discount code or a manual attribution did */
                    click_id: string | null;
                    /** @description What the partner marked its link with, place 1 of five */
                    sub1: string | null;
                    /** @description What the partner marked its link with, place 2 of five */
                    sub2: string | null;
                    /** @description What the partner marked its link with, place 3 of five */
                    sub3: string | null;
                    /** @description What the partner marked its link with, place 4 of five */
                    sub4: string | null;
                    /** @description What the partner marked its link with, place 5 of five */
                    sub5: string | null;
                    /** @description The partner's discount code it was made with */
                    coupon_code: string | null;
                    /** @description Who reported it: api, or a provider */
                    source: string;
                    /** @description The payment provider */
                    provider: string | null;
                    /** @description The provider's own id of the payment */
                    provider_payment_id: string | null;
                    /** @description payment or subscription */
                    sale_type: string;
                    /** @description A renewal */
                    is_recurring: boolean;
                    /** @description The subscription it belongs to */
                    subscription_id: string | null;
                    /** @description The product */
                    product_id: string | null;
                    /** @description When it happened, if reported */
                    occurred_at: string | null;
                    /**
                     * Format: date-time
                     * @description When the service received it
                     */
                    received_at: string;
                };
            };
        };
        CommissionReducedMessage: {
            /**
             * @description What happened
             * @constant
             */
            type: "commission.reduced";
            /**
             * Format: date-time
             * @description When it was recorded
             */
            timestamp: string;
            /** @description What it is about; a thin message has the members alone that are required */
            data: {
                /**
                 * Format: int64
                 * @description The program
                 */
                program_id: number;
                /** @description The event of the log that it follows from; null where it follows from none */
                event_id: number | null;
                /** @description The event's place in the log */
                seq: number | null;
                /** @description Its subject: messages about the same subject arrive in order */
                about: {
                    /**
                     * @description What kind of thing
                     * @enum {string}
                     */
                    kind: "click" | "lead" | "sale" | "partner" | "payout" | "key" | "replay" | "endpoint";
                    /** @description Its id, as the calls of the interface take it */
                    id: string;
                };
                /** @description What its partner earns by the sale */
                commission?: {
                    /**
                     * Format: int64
                     * @description The sale
                     */
                    sale_id: number;
                    /** @description The payment's name */
                    transaction_id: string;
                    /**
                     * Format: int64
                     * @description The partner
                     */
                    partner_id: number;
                    /** @description What the partner's links carry as aff */
                    partner_code: string | null;
                    /**
                     * Format: int64
                     * @description What the partner earns by the sale, after this event
                     * @example 4900
                     */
                    amount_cents: number;
                    /**
                     * Format: int64
                     * @description By how much this event changed that
                     * @example 4900
                     */
                    change_cents: number;
                    /**
                     * @description The currency; nothing is converted
                     * @example USD
                     * @enum {string}
                     */
                    currency: "USD" | "EUR" | "VND";
                    /** @description The payout that paid it, or whose money came back; null where the message is about no payout */
                    payout_id: number | null;
                    /**
                     * Format: int64
                     * @description What this payout took of it: below 0 where it took back what had been paid too much, or where its money came back
                     * @example 4900
                     */
                    paid_cents: number;
                };
                /** @description The sale */
                sale?: {
                    /**
                     * Format: int64
                     * @description The sale
                     */
                    sale_id: number;
                    /** @description The payment's name */
                    transaction_id: string;
                    /**
                     * Format: int64
                     * @description The partner
                     */
                    partner_id: number;
                    /** @description What the partner's links carry as aff */
                    partner_code: string | null;
                    /**
                     * Format: int64
                     * @description What the customer paid
                     * @example 4900
                     */
                    amount_cents: number;
                    /**
                     * Format: int64
                     * @description What of it had gone back, after this event
                     * @example 4900
                     */
                    refunded_cents: number;
                    /**
                     * @description The currency; nothing is converted
                     * @example USD
                     * @enum {string}
                     */
                    currency: "USD" | "EUR" | "VND";
                    /** @description The brand's own customer id */
                    customer_key: string | null;
                    /** @description The click that earned it; null if a discount code or a manual attribution did */
                    click_id: string | null;
                    /** @description What the partner marked its link with, place 1 of five */
                    sub1: string | null;
                    /** @description What the partner marked its link with, place 2 of five */
                    sub2: string | null;
                    /** @description What the partner marked its link with, place 3 of five */
                    sub3: string | null;
                    /** @description What the partner marked its link with, place 4 of five */
                    sub4: string | null;
                    /** @description What the partner marked its link with, place 5 of five */
                    sub5: string | null;
                    /** @description The partner's discount code it was made with */
                    coupon_code: string | null;
                    /** @description Who reported it: api, or a provider */
                    source: string;
                    /** @description The payment provider */
                    provider: string | null;
                    /** @description The provider's own id of the payment */
                    provider_payment_id: string | null;
                    /** @description payment or subscription */
                    sale_type: string;
                    /** @description A renewal */
                    is_recurring: boolean;
                    /** @description The subscription it belongs to */
                    subscription_id: string | null;
                    /** @description The product */
                    product_id: string | null;
                    /** @description When it happened, if reported */
                    occurred_at: string | null;
                    /**
                     * Format: date-time
                     * @description When the service received it
                     */
                    received_at: string;
                };
            };
        };
        CommissionRestoredMessage: {
            /**
             * @description What happened
             * @constant
             */
            type: "commission.restored";
            /**
             * Format: date-time
             * @description When it was recorded
             */
            timestamp: string;
            /** @description What it is about; a thin message has the members alone that are required */
            data: {
                /**
                 * Format: int64
                 * @description The program
                 */
                program_id: number;
                /** @description The event of the log that it follows from; null where it follows from none */
                event_id: number | null;
                /** @description The event's place in the log */
                seq: number | null;
                /** @description Its subject: messages about the same subject arrive in order */
                about: {
                    /**
                     * @description What kind of thing
                     * @enum {string}
                     */
                    kind: "click" | "lead" | "sale" | "partner" | "payout" | "key" | "replay" | "endpoint";
                    /** @description Its id, as the calls of the interface take it */
                    id: string;
                };
                /** @description What its partner earns by the sale */
                commission?: {
                    /**
                     * Format: int64
                     * @description The sale
                     */
                    sale_id: number;
                    /** @description The payment's name */
                    transaction_id: string;
                    /**
                     * Format: int64
                     * @description The partner
                     */
                    partner_id: number;
                    /** @description What the partner's links carry as aff */
                    partner_code: string | null;
                    /**
                     * Format: int64
                     * @description What the partner earns by the sale, after this event
                     * @example 4900
                     */
                    amount_cents: number;
                    /**
                     * Format: int64
                     * @description By how much this event changed that
                     * @example 4900
                     */
                    change_cents: number;
                    /**
                     * @description The currency; nothing is converted
                     * @example USD
                     * @enum {string}
                     */
                    currency: "USD" | "EUR" | "VND";
                    /** @description The payout that paid it, or whose money came back; null where the message is about no payout */
                    payout_id: number | null;
                    /**
                     * Format: int64
                     * @description What this payout took of it: below 0 where it took back what had been paid too much, or where its money came back
                     * @example 4900
                     */
                    paid_cents: number;
                };
                /** @description The sale */
                sale?: {
                    /**
                     * Format: int64
                     * @description The sale
                     */
                    sale_id: number;
                    /** @description The payment's name */
                    transaction_id: string;
                    /**
                     * Format: int64
                     * @description The partner
                     */
                    partner_id: number;
                    /** @description What the partner's links carry as aff */
                    partner_code: string | null;
                    /**
                     * Format: int64
                     * @description What the customer paid
                     * @example 4900
                     */
                    amount_cents: number;
                    /**
                     * Format: int64
                     * @description What of it had gone back, after this event
                     * @example 4900
                     */
                    refunded_cents: number;
                    /**
                     * @description The currency; nothing is converted
                     * @example USD
                     * @enum {string}
                     */
                    currency: "USD" | "EUR" | "VND";
                    /** @description The brand's own customer id */
                    customer_key: string | null;
                    /** @description The click that earned it; null if a discount code or a manual attribution did */
                    click_id: string | null;
                    /** @description What the partner marked its link with, place 1 of five */
                    sub1: string | null;
                    /** @description What the partner marked its link with, place 2 of five */
                    sub2: string | null;
                    /** @description What the partner marked its link with, place 3 of five */
                    sub3: string | null;
                    /** @description What the partner marked its link with, place 4 of five */
                    sub4: string | null;
                    /** @description What the partner marked its link with, place 5 of five */
                    sub5: string | null;
                    /** @description The partner's discount code it was made with */
                    coupon_code: string | null;
                    /** @description Who reported it: api, or a provider */
                    source: string;
                    /** @description The payment provider */
                    provider: string | null;
                    /** @description The provider's own id of the payment */
                    provider_payment_id: string | null;
                    /** @description payment or subscription */
                    sale_type: string;
                    /** @description A renewal */
                    is_recurring: boolean;
                    /** @description The subscription it belongs to */
                    subscription_id: string | null;
                    /** @description The product */
                    product_id: string | null;
                    /** @description When it happened, if reported */
                    occurred_at: string | null;
                    /**
                     * Format: date-time
                     * @description When the service received it
                     */
                    received_at: string;
                };
            };
        };
        CommissionReturnedMessage: {
            /**
             * @description What happened
             * @constant
             */
            type: "commission.returned";
            /**
             * Format: date-time
             * @description When it was recorded
             */
            timestamp: string;
            /** @description What it is about; a thin message has the members alone that are required */
            data: {
                /**
                 * Format: int64
                 * @description The program
                 */
                program_id: number;
                /** @description The event of the log that it follows from; null where it follows from none */
                event_id: number | null;
                /** @description The event's place in the log */
                seq: number | null;
                /** @description Its subject: messages about the same subject arrive in order */
                about: {
                    /**
                     * @description What kind of thing
                     * @enum {string}
                     */
                    kind: "click" | "lead" | "sale" | "partner" | "payout" | "key" | "replay" | "endpoint";
                    /** @description Its id, as the calls of the interface take it */
                    id: string;
                };
                /** @description What its partner earns by the sale */
                commission?: {
                    /**
                     * Format: int64
                     * @description The sale
                     */
                    sale_id: number;
                    /** @description The payment's name */
                    transaction_id: string;
                    /**
                     * Format: int64
                     * @description The partner
                     */
                    partner_id: number;
                    /** @description What the partner's links carry as aff */
                    partner_code: string | null;
                    /**
                     * Format: int64
                     * @description What the partner earns by the sale, after this event
                     * @example 4900
                     */
                    amount_cents: number;
                    /**
                     * Format: int64
                     * @description By how much this event changed that
                     * @example 4900
                     */
                    change_cents: number;
                    /**
                     * @description The currency; nothing is converted
                     * @example USD
                     * @enum {string}
                     */
                    currency: "USD" | "EUR" | "VND";
                    /** @description The payout that paid it, or whose money came back; null where the message is about no payout */
                    payout_id: number | null;
                    /**
                     * Format: int64
                     * @description What this payout took of it: below 0 where it took back what had been paid too much, or where its money came back
                     * @example 4900
                     */
                    paid_cents: number;
                };
                /** @description The sale */
                sale?: {
                    /**
                     * Format: int64
                     * @description The sale
                     */
                    sale_id: number;
                    /** @description The payment's name */
                    transaction_id: string;
                    /**
                     * Format: int64
                     * @description The partner
                     */
                    partner_id: number;
                    /** @description What the partner's links carry as aff */
                    partner_code: string | null;
                    /**
                     * Format: int64
                     * @description What the customer paid
                     * @example 4900
                     */
                    amount_cents: number;
                    /**
                     * Format: int64
                     * @description What of it had gone back, after this event
                     * @example 4900
                     */
                    refunded_cents: number;
                    /**
                     * @description The currency; nothing is converted
                     * @example USD
                     * @enum {string}
                     */
                    currency: "USD" | "EUR" | "VND";
                    /** @description The brand's own customer id */
                    customer_key: string | null;
                    /** @description The click that earned it; null if a discount code or a manual attribution did */
                    click_id: string | null;
                    /** @description What the partner marked its link with, place 1 of five */
                    sub1: string | null;
                    /** @description What the partner marked its link with, place 2 of five */
                    sub2: string | null;
                    /** @description What the partner marked its link with, place 3 of five */
                    sub3: string | null;
                    /** @description What the partner marked its link with, place 4 of five */
                    sub4: string | null;
                    /** @description What the partner marked its link with, place 5 of five */
                    sub5: string | null;
                    /** @description The partner's discount code it was made with */
                    coupon_code: string | null;
                    /** @description Who reported it: api, or a provider */
                    source: string;
                    /** @description The payment provider */
                    provider: string | null;
                    /** @description The provider's own id of the payment */
                    provider_payment_id: string | null;
                    /** @description payment or subscription */
                    sale_type: string;
                    /** @description A renewal */
                    is_recurring: boolean;
                    /** @description The subscription it belongs to */
                    subscription_id: string | null;
                    /** @description The product */
                    product_id: string | null;
                    /** @description When it happened, if reported */
                    occurred_at: string | null;
                    /**
                     * Format: date-time
                     * @description When the service received it
                     */
                    received_at: string;
                };
            };
        };
        CommissionReversedMessage: {
            /**
             * @description What happened
             * @constant
             */
            type: "commission.reversed";
            /**
             * Format: date-time
             * @description When it was recorded
             */
            timestamp: string;
            /** @description What it is about; a thin message has the members alone that are required */
            data: {
                /**
                 * Format: int64
                 * @description The program
                 */
                program_id: number;
                /** @description The event of the log that it follows from; null where it follows from none */
                event_id: number | null;
                /** @description The event's place in the log */
                seq: number | null;
                /** @description Its subject: messages about the same subject arrive in order */
                about: {
                    /**
                     * @description What kind of thing
                     * @enum {string}
                     */
                    kind: "click" | "lead" | "sale" | "partner" | "payout" | "key" | "replay" | "endpoint";
                    /** @description Its id, as the calls of the interface take it */
                    id: string;
                };
                /** @description What its partner earns by the sale */
                commission?: {
                    /**
                     * Format: int64
                     * @description The sale
                     */
                    sale_id: number;
                    /** @description The payment's name */
                    transaction_id: string;
                    /**
                     * Format: int64
                     * @description The partner
                     */
                    partner_id: number;
                    /** @description What the partner's links carry as aff */
                    partner_code: string | null;
                    /**
                     * Format: int64
                     * @description What the partner earns by the sale, after this event
                     * @example 4900
                     */
                    amount_cents: number;
                    /**
                     * Format: int64
                     * @description By how much this event changed that
                     * @example 4900
                     */
                    change_cents: number;
                    /**
                     * @description The currency; nothing is converted
                     * @example USD
                     * @enum {string}
                     */
                    currency: "USD" | "EUR" | "VND";
                    /** @description The payout that paid it, or whose money came back; null where the message is about no payout */
                    payout_id: number | null;
                    /**
                     * Format: int64
                     * @description What this payout took of it: below 0 where it took back what had been paid too much, or where its money came back
                     * @example 4900
                     */
                    paid_cents: number;
                };
                /** @description The sale */
                sale?: {
                    /**
                     * Format: int64
                     * @description The sale
                     */
                    sale_id: number;
                    /** @description The payment's name */
                    transaction_id: string;
                    /**
                     * Format: int64
                     * @description The partner
                     */
                    partner_id: number;
                    /** @description What the partner's links carry as aff */
                    partner_code: string | null;
                    /**
                     * Format: int64
                     * @description What the customer paid
                     * @example 4900
                     */
                    amount_cents: number;
                    /**
                     * Format: int64
                     * @description What of it had gone back, after this event
                     * @example 4900
                     */
                    refunded_cents: number;
                    /**
                     * @description The currency; nothing is converted
                     * @example USD
                     * @enum {string}
                     */
                    currency: "USD" | "EUR" | "VND";
                    /** @description The brand's own customer id */
                    customer_key: string | null;
                    /** @description The click that earned it; null if a discount code or a manual attribution did */
                    click_id: string | null;
                    /** @description What the partner marked its link with, place 1 of five */
                    sub1: string | null;
                    /** @description What the partner marked its link with, place 2 of five */
                    sub2: string | null;
                    /** @description What the partner marked its link with, place 3 of five */
                    sub3: string | null;
                    /** @description What the partner marked its link with, place 4 of five */
                    sub4: string | null;
                    /** @description What the partner marked its link with, place 5 of five */
                    sub5: string | null;
                    /** @description The partner's discount code it was made with */
                    coupon_code: string | null;
                    /** @description Who reported it: api, or a provider */
                    source: string;
                    /** @description The payment provider */
                    provider: string | null;
                    /** @description The provider's own id of the payment */
                    provider_payment_id: string | null;
                    /** @description payment or subscription */
                    sale_type: string;
                    /** @description A renewal */
                    is_recurring: boolean;
                    /** @description The subscription it belongs to */
                    subscription_id: string | null;
                    /** @description The product */
                    product_id: string | null;
                    /** @description When it happened, if reported */
                    occurred_at: string | null;
                    /**
                     * Format: date-time
                     * @description When the service received it
                     */
                    received_at: string;
                };
            };
        };
        CommissionsHold: {
            /**
             * Format: int64
             * @description The commission
             */
            commission_id: number;
            /**
             * @description What became of it: done, or why not
             * @enum {string}
             */
            result: "held" | "released" | "approved" | "not_found" | "already_held" | "not_held" | "already_approved" | "already_paid" | "reversed" | "held_by_hand" | "held_back";
            /** @description The same in a sentence */
            message: string;
            /** @description Who earns it; null where there is no such commission */
            partner_id: number | null;
            /** @description What is left of it, in its currency's smallest unit */
            amount_cents: number | null;
            /** @description The currency; nothing is converted */
            currency: ("USD" | "EUR" | "VND") | null;
        };
        Connection: {
            /**
             * Format: int64
             * @description The connection
             */
            connection_id: number;
            /** @description Such as stripe */
            provider: string;
            /** @description False: every delivery becomes a flagged test event */
            livemode: boolean;
            /**
             * @description A disabled connection takes no deliveries
             * @enum {string}
             */
            status: "active" | "disabled";
            /** @description What the provider's client reference means; null where it is not read */
            client_reference: ("customer_key" | "click_id") | null;
            /**
             * Format: int64
             * @description How many signing secrets are valid now
             */
            secret_count: number;
            /** @description An API key of the provider is kept, encrypted */
            has_api_key: boolean;
            /** @description Everything up to here was asked for */
            reconciled_until: string | null;
            /** @description Why it could not be asked last time, in words */
            reconcile_fault: string | null;
            /** @description The webhook endpoint's id at the provider, where it was made by API key */
            provider_endpoint: string | null;
            /** @description Set while it is being connected by API key: where that stays so, connect it again */
            connecting_since: string | null;
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at: string;
            /** @description Where the provider sends its webhooks */
            webhook_url: string;
        };
        ConnectionsAdd: {
            /**
             * Format: int64
             * @description The connection
             */
            connection_id: number;
            /** @description Such as stripe */
            provider: string;
            /** @description False: every delivery becomes a flagged test event */
            livemode: boolean;
            /**
             * @description A disabled connection takes no deliveries
             * @enum {string}
             */
            status: "active" | "disabled";
            /** @description What the provider's client reference means; null where it is not read */
            client_reference: ("customer_key" | "click_id") | null;
            /**
             * Format: int64
             * @description How many signing secrets are valid now
             */
            secret_count: number;
            /** @description An API key of the provider is kept, encrypted */
            has_api_key: boolean;
            /** @description Everything up to here was asked for */
            reconciled_until: string | null;
            /** @description Why it could not be asked last time, in words */
            reconcile_fault: string | null;
            /** @description The webhook endpoint's id at the provider, where it was made by API key */
            provider_endpoint: string | null;
            /** @description Set while it is being connected by API key: where that stays so, connect it again */
            connecting_since: string | null;
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at: string;
            /** @description Where the provider sends its webhooks */
            webhook_url: string;
            /** @description What was done at the provider; null where it was connected by its signing secret */
            at_provider: {
                /**
                 * @description Of the webhook endpoint there; recreated where its secret had never been stored, updated where events were added to it
                 * @enum {string}
                 */
                endpoint: "created" | "recreated" | "updated" | "kept";
                /**
                 * @description Whether the provider sends a test
                 * @enum {string}
                 */
                test_event: "sent" | "not_sent";
                /** @description What was done, in sentences for people */
                messages: string[];
            } | null;
        };
        ConnectionsRemove: {
            /**
             * Format: int64
             * @description The connection
             */
            connection_id: number;
            /** @description Such as stripe */
            provider: string;
            /** @description False: every delivery becomes a flagged test event */
            livemode: boolean;
            /** @constant */
            status: "removed";
            /** @description What the provider's client reference means; null where it is not read */
            client_reference: ("customer_key" | "click_id") | null;
            /**
             * Format: int64
             * @description How many signing secrets are valid now
             */
            secret_count: number;
            /** @description An API key of the provider is kept, encrypted */
            has_api_key: boolean;
            /** @description Everything up to here was asked for */
            reconciled_until: string | null;
            /** @description Why it could not be asked last time, in words */
            reconcile_fault: string | null;
            /** @description The webhook endpoint's id at the provider, where it was made by API key */
            provider_endpoint: string | null;
            /** @description Set while it is being connected by API key: where that stays so, connect it again */
            connecting_since: string | null;
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at: string;
            /** @description Where the provider sends its webhooks */
            webhook_url: string;
            /** @description What was done at the provider; null where nothing had been made there by API key */
            at_provider: {
                /**
                 * @description Of the webhook endpoint there; left where it could not be taken away
                 * @enum {string}
                 */
                endpoint: "removed" | "left";
                /** @description A sentence for people */
                message: string;
            } | null;
        };
        ConnectionsRemoveApiKey: {
            /**
             * Format: int64
             * @description The connection
             */
            connection_id: number;
            /**
             * @description It is erased
             * @constant
             */
            has_api_key: false;
        };
        ConnectionsSetApiKey: {
            /**
             * Format: int64
             * @description The connection
             */
            connection_id: number;
            /**
             * @description It is kept
             * @constant
             */
            has_api_key: true;
            /** @description False: the provider could not be asked whether it takes the key */
            was_checked: boolean;
            /** @description Why it could not be asked, in words */
            reason: string | null;
        };
        Coupon: {
            /** @description The code, as buyers type it; case means nothing */
            code: string;
            /**
             * Format: int64
             * @description The partner it belongs to
             */
            partner_id: number;
            /** @description That partner's name */
            partner_name: string;
            /**
             * @description What providers call it, each as provider:id
             * @example [
             *       "stripe:promo_123"
             *     ]
             */
            provider_ids: string[];
            /**
             * Format: date-time
             * @description Payments received from then on are the partner's by it
             */
            owned_from: string;
            /**
             * Format: int64
             * @description The event that gave it to the partner
             */
            from_event_id: number;
        };
        Customer: {
            /** @description The brand's own id of the customer; null where only the provider's is known */
            customer_key: string | null;
            /**
             * Format: int64
             * @description The partner it is bound to
             */
            partner_id: number;
            /** @description The click that bound it; null if a discount code or a manual decision did */
            click_id: string | null;
            /**
             * Format: date-time
             * @description When that click was recorded
             */
            clicked_at: string;
            /** @description Claimed only by a browser: it earns nothing yet */
            is_provisional: boolean;
            /** @description Its first sale, which fixes the partner; null also for a customer known only by the provider's id */
            first_sale_id: number | null;
            /**
             * Format: date-time
             * @description When it was bound; for a customer known only by the provider's id, its last import or visit
             */
            bound_at: string;
            /** @description The provider's id of the customer, behind the provider's name, where the brand's own is not known */
            provider_customer_id: string | null;
        };
        CustomersStory: {
            /**
             * Format: int64
             * @description The program
             */
            program_id: number;
            /** @description Their current state; empty without sales */
            sales: {
                /**
                 * Format: int64
                 * @description The sale
                 */
                sale_id: number;
                /** @description Its payment */
                transaction_id: string;
                /** @description Who bought */
                customer_key: string | null;
                /**
                 * Format: int64
                 * @description The partner it is attributed to
                 */
                partner_id: number;
                /** @description Its name */
                partner_name: string;
                /** @description The click that earned it; null if it was attributed manually */
                click_id: string | null;
                /**
                 * Format: int64
                 * @description The amount paid, gross
                 * @example 4900
                 */
                amount_cents: number;
                /**
                 * Format: int64
                 * @description The amount refunded
                 * @example 4900
                 */
                refunded_cents: number;
                /**
                 * @description The currency; nothing is converted
                 * @example USD
                 * @enum {string}
                 */
                currency: "USD" | "EUR" | "VND";
                /**
                 * @description Its status
                 * @enum {string}
                 */
                status: "recorded" | "disputed" | "refunded" | "reversed";
                /** @description The current commission; null without one */
                commission_cents: number | null;
                /** @description Of the commission */
                commission_currency: ("USD" | "EUR" | "VND") | null;
                /** @description The commission's status */
                commission_status: ("pending" | "approved" | "paid" | "held" | "refunded" | "reversed") | null;
                /** @description The end of the commission's hold */
                hold_until: string | null;
            }[];
            /** @description In the order of time; upcoming steps come last */
            steps: {
                /** @description When; null for an upcoming step without a day */
                at: string | null;
                /**
                 * @description The kind of step; no_sale and no_commission: what did not happen, and why
                 * @enum {string}
                 */
                kind: "click" | "lead" | "payment" | "sale" | "no_sale" | "commission" | "no_commission" | "hold" | "approval" | "payout" | "paid" | "payout_withdrawn" | "refund" | "dispute" | "correction" | "repeated" | "other";
                /** @description It has not happened yet */
                is_upcoming: boolean;
                /** @description Who reported it: api, browser, operator, schedule, chain or a provider */
                reported_by: string | null;
                /** @description The event behind it */
                event_id: number | null;
                /** @description The sale it belongs to */
                sale_id: number | null;
                /** @description Whose it is */
                partner_id: number | null;
                /** @description Its amount, in the currency's smallest unit */
                amount_cents: number | null;
                /** @description Of the amount */
                currency: ("USD" | "EUR" | "VND") | null;
                /** @description What happened, in a sentence */
                summary: string;
            }[];
            /** @description If the newest payment led to no sale: the lookups for its attribution, and their results */
            lookups: {
                /** @description The key of the lookup, such as click_id */
                key: string;
                /** @description Null where the payment does not name one */
                value: string | null;
                /** @description The result, such as not_known */
                found: string;
                /** @description The result, in a sentence */
                summary: string;
                /** @description The partner found */
                partner_id: number | null;
            }[];
            /** @description There is more: only the 500 oldest events are listed */
            is_cut: boolean;
        };
        DeliveriesShow: {
            /**
             * Format: int64
             * @description The event it became
             */
            event_id: number;
            /**
             * Format: int64
             * @description Its place in the program's log
             */
            seq: number;
            /**
             * Format: date-time
             * @description When the service received it
             */
            received_at: string;
            /** @description Who sent it */
            provider: string;
            /** @description The provider's id */
            provider_event_id: string | null;
            /** @description The provider's name of it */
            provider_event_type: string | null;
            /**
             * Format: int64
             * @description Its connection
             */
            connection_id: number;
            /**
             * @description reconcile: it was fetched from the provider, since it had not arrived
             * @enum {string}
             */
            received_by: "webhook" | "reconcile";
            /** @description What it is read as today */
            type: string;
            /** @description A test: listed, and never a sale */
            is_test: boolean;
            /**
             * @description Its outcome
             * @enum {string}
             */
            outcome: "recorded" | "duplicate" | "expired" | "parked" | "ignored" | "failed" | "refused" | "pending";
            /** @description Why it became that */
            reason: string | null;
            /** @description The event this one repeats, was settled by, or belongs to */
            refers_to: number | null;
            /** @description The figures behind an expired outcome */
            detail: {
                /**
                 * Format: int64
                 * @description How old the click was
                 */
                click_age_days: number;
                /**
                 * Format: int64
                 * @description How old it may be
                 */
                window_days: number;
            } | null;
            /** @description Its outcome, in a sentence */
            verdict: string;
            /**
             * Format: int64
             * @description The program
             */
            program_id: number;
            /** @description When it happened, where that was reported */
            occurred_at: string | null;
            /**
             * Format: int64
             * @description Of the adapter that read it first
             */
            adapter_version: number;
            /** @description Readings by later releases' adapters, oldest first; the last one counts */
            rereadings: {
                /**
                 * Format: int64
                 * @description The event that keeps this reading
                 */
                event_id: number;
                /**
                 * Format: int64
                 * @description Of the adapter that read it so
                 */
                adapter_version: number;
                /**
                 * Format: date-time
                 * @description When
                 */
                reread_at: string;
                /** @description The type of event by this reading */
                type: string;
                /** @description A test by this reading */
                is_test: boolean;
                /** @description Why it is not used or could not be read, where the reading says so */
                reason: string | null;
            }[];
            /** @description The lookups for its attribution, in order of precedence; empty for booked deliveries */
            lookups: {
                /** @description The key of the lookup, such as click_id */
                key: string;
                /** @description Null where the payment does not name one */
                value: string | null;
                /** @description The result, such as not_known */
                found: string;
                /** @description The result, in a sentence */
                summary: string;
                /** @description The partner found */
                partner_id: number | null;
            }[];
            /** @description The names that it waits for: an event with any of them settles it */
            waits_for: string[];
            /** @description Its outcome if it were processed again now; null if unchanged */
            now: {
                /**
                 * @description What it would become
                 * @enum {string}
                 */
                outcome: "recorded" | "duplicate" | "expired" | "parked" | "ignored" | "failed" | "refused" | "pending";
                /** @description Why, as a word for programs */
                reason: string | null;
                /** @description The same in a sentence */
                summary: string;
            } | null;
            /** @description The stored headers, without secrets */
            headers: {
                [key: string]: string;
            };
            /** @description The payload */
            body: {
                /**
                 * @description changed: the bytes are not those the log's chain covers
                 * @enum {string}
                 */
                state: "kept" | "erased" | "changed";
                /**
                 * Format: int64
                 * @description How many
                 */
                bytes: number;
                /** @description Their digest */
                sha256: string | null;
                /** @description Without personal data and secrets; null if absent or not JSON */
                payload: unknown;
            };
        };
        Delivery: {
            /**
             * Format: int64
             * @description The event it became
             */
            event_id: number;
            /**
             * Format: int64
             * @description Its place in the program's log
             */
            seq: number;
            /**
             * Format: date-time
             * @description When the service received it
             */
            received_at: string;
            /** @description Who sent it */
            provider: string;
            /** @description The provider's id */
            provider_event_id: string | null;
            /** @description The provider's name of it */
            provider_event_type: string | null;
            /**
             * Format: int64
             * @description Its connection
             */
            connection_id: number;
            /**
             * @description reconcile: it was fetched from the provider, since it had not arrived
             * @enum {string}
             */
            received_by: "webhook" | "reconcile";
            /** @description What it is read as today */
            type: string;
            /** @description A test: listed, and never a sale */
            is_test: boolean;
            /**
             * @description Its outcome
             * @enum {string}
             */
            outcome: "recorded" | "duplicate" | "expired" | "parked" | "ignored" | "failed" | "refused" | "pending";
            /** @description Why it became that */
            reason: string | null;
            /** @description The event this one repeats, was settled by, or belongs to */
            refers_to: number | null;
            /** @description The figures behind an expired outcome */
            detail: {
                /**
                 * Format: int64
                 * @description How old the click was
                 */
                click_age_days: number;
                /**
                 * Format: int64
                 * @description How old it may be
                 */
                window_days: number;
            } | null;
            /** @description Its outcome, in a sentence */
            verdict: string;
        };
        Demo: {
            /**
             * Format: int64
             * @description The demo program
             */
            program_id: number;
        };
        DemosRemove: {
            /** @description Whether it was removed by this call */
            removed: boolean;
        };
        Dispute: {
            /**
             * Format: int64
             * @description The event that reported it first
             */
            event_id: number;
            /** @description The provider's id of it */
            dispute_id: string;
            /**
             * Format: int64
             * @description The sale that is disputed
             */
            sale_id: number;
            /** @description The sale's payment */
            transaction_id: string;
            /**
             * Format: int64
             * @description Whose sale it is
             */
            partner_id: number;
            /**
             * Format: int64
             * @description What is disputed
             * @example 4900
             */
            amount_cents: number;
            /**
             * @description The currency; nothing is converted
             * @example USD
             * @enum {string}
             */
            currency: "USD" | "EUR" | "VND";
            /**
             * @description Open until it is decided
             * @enum {string}
             */
            status: "open" | "won" | "lost";
            /**
             * Format: date-time
             * @description When the service received it
             */
            received_at: string;
        };
        DisputeLostMessage: {
            /**
             * @description What happened
             * @constant
             */
            type: "dispute.lost";
            /**
             * Format: date-time
             * @description When it was recorded
             */
            timestamp: string;
            /** @description What it is about; a thin message has the members alone that are required */
            data: {
                /**
                 * Format: int64
                 * @description The program
                 */
                program_id: number;
                /** @description The event of the log that it follows from; null where it follows from none */
                event_id: number | null;
                /** @description The event's place in the log */
                seq: number | null;
                /** @description Its subject: messages about the same subject arrive in order */
                about: {
                    /**
                     * @description What kind of thing
                     * @enum {string}
                     */
                    kind: "click" | "lead" | "sale" | "partner" | "payout" | "key" | "replay" | "endpoint";
                    /** @description Its id, as the calls of the interface take it */
                    id: string;
                };
                /** @description The dispute */
                dispute?: {
                    /** @description The provider's id of the dispute */
                    dispute_id: string;
                    /**
                     * Format: int64
                     * @description The sale
                     */
                    sale_id: number;
                    /** @description The payment's name */
                    transaction_id: string;
                    /**
                     * Format: int64
                     * @description The partner
                     */
                    partner_id: number;
                    /** @description What the partner's links carry as aff */
                    partner_code: string | null;
                    /**
                     * Format: int64
                     * @description What is disputed
                     * @example 4900
                     */
                    amount_cents: number;
                    /**
                     * @description The currency; nothing is converted
                     * @example USD
                     * @enum {string}
                     */
                    currency: "USD" | "EUR" | "VND";
                };
            };
        };
        DisputeOpenedMessage: {
            /**
             * @description What happened
             * @constant
             */
            type: "dispute.opened";
            /**
             * Format: date-time
             * @description When it was recorded
             */
            timestamp: string;
            /** @description What it is about; a thin message has the members alone that are required */
            data: {
                /**
                 * Format: int64
                 * @description The program
                 */
                program_id: number;
                /** @description The event of the log that it follows from; null where it follows from none */
                event_id: number | null;
                /** @description The event's place in the log */
                seq: number | null;
                /** @description Its subject: messages about the same subject arrive in order */
                about: {
                    /**
                     * @description What kind of thing
                     * @enum {string}
                     */
                    kind: "click" | "lead" | "sale" | "partner" | "payout" | "key" | "replay" | "endpoint";
                    /** @description Its id, as the calls of the interface take it */
                    id: string;
                };
                /** @description The dispute */
                dispute?: {
                    /** @description The provider's id of the dispute */
                    dispute_id: string;
                    /**
                     * Format: int64
                     * @description The sale
                     */
                    sale_id: number;
                    /** @description The payment's name */
                    transaction_id: string;
                    /**
                     * Format: int64
                     * @description The partner
                     */
                    partner_id: number;
                    /** @description What the partner's links carry as aff */
                    partner_code: string | null;
                    /**
                     * Format: int64
                     * @description What is disputed
                     * @example 4900
                     */
                    amount_cents: number;
                    /**
                     * @description The currency; nothing is converted
                     * @example USD
                     * @enum {string}
                     */
                    currency: "USD" | "EUR" | "VND";
                };
            };
        };
        DisputeWonMessage: {
            /**
             * @description What happened
             * @constant
             */
            type: "dispute.won";
            /**
             * Format: date-time
             * @description When it was recorded
             */
            timestamp: string;
            /** @description What it is about; a thin message has the members alone that are required */
            data: {
                /**
                 * Format: int64
                 * @description The program
                 */
                program_id: number;
                /** @description The event of the log that it follows from; null where it follows from none */
                event_id: number | null;
                /** @description The event's place in the log */
                seq: number | null;
                /** @description Its subject: messages about the same subject arrive in order */
                about: {
                    /**
                     * @description What kind of thing
                     * @enum {string}
                     */
                    kind: "click" | "lead" | "sale" | "partner" | "payout" | "key" | "replay" | "endpoint";
                    /** @description Its id, as the calls of the interface take it */
                    id: string;
                };
                /** @description The dispute */
                dispute?: {
                    /** @description The provider's id of the dispute */
                    dispute_id: string;
                    /**
                     * Format: int64
                     * @description The sale
                     */
                    sale_id: number;
                    /** @description The payment's name */
                    transaction_id: string;
                    /**
                     * Format: int64
                     * @description The partner
                     */
                    partner_id: number;
                    /** @description What the partner's links carry as aff */
                    partner_code: string | null;
                    /**
                     * Format: int64
                     * @description What is disputed
                     * @example 4900
                     */
                    amount_cents: number;
                    /**
                     * @description The currency; nothing is converted
                     * @example USD
                     * @enum {string}
                     */
                    currency: "USD" | "EUR" | "VND";
                };
            };
        };
        DisputesClose: {
            /** @description The dispute */
            dispute_id: string;
            /**
             * @description Who won it
             * @enum {string}
             */
            status: "won" | "lost";
        };
        Endpoint: {
            /**
             * Format: int64
             * @description The endpoint
             */
            endpoint_id: number;
            /** @description The partner whose sales it receives; null for the brand's own, which receives all */
            partner_id: number | null;
            /**
             * @description webhook: signed JSON; a postback calls an address of a network
             * @enum {string}
             */
            kind: "webhook" | "postback_get" | "postback_post";
            /** @description Where messages go */
            url: string;
            /** @description What it is for */
            description: string | null;
            /** @description The messages it receives */
            event_types: ("click.recorded" | "lead.recorded" | "lead.settled" | "sale.recorded" | "sale.parked" | "sale.changed" | "commission.created" | "commission.approved" | "commission.reduced" | "commission.reversed" | "commission.restored" | "commission.paid" | "commission.returned" | "refund.recorded" | "dispute.opened" | "dispute.won" | "dispute.lost" | "partner.joined" | "payout.created" | "payout.paid" | "payout.cancelled" | "payout.returned" | "key.rotation_required" | "replay.applied" | "row.corrected")[];
            /**
             * @description thin: only ids; full: the complete objects
             * @enum {string}
             */
            payload: "thin" | "full";
            /**
             * @description A paused endpoint keeps its position in the log
             * @enum {string}
             */
            status: "active" | "paused";
            /** @description Why it is paused */
            paused_because: string | null;
            /** @description Since when it is paused */
            paused_at: string | null;
            /**
             * Format: int64
             * @description Messages created and not delivered yet; counted up to 10001
             */
            waiting_count: number;
            /**
             * Format: int64
             * @description Events of the log after its position
             */
            events_behind: number;
            /** @description Since when nothing arrived there; null where the last message did */
            failing_since: string | null;
            /** @description When a message last arrived there */
            last_delivered_at: string | null;
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at: string;
        };
        EndpointTestMessage: {
            /**
             * @description What happened
             * @constant
             */
            type: "endpoint.test";
            /**
             * Format: date-time
             * @description When it was recorded
             */
            timestamp: string;
            /** @description What it is about; a thin message has the members alone that are required */
            data: {
                /**
                 * Format: int64
                 * @description The program
                 */
                program_id: number;
                /** @description The event of the log that it follows from; null where it follows from none */
                event_id: number | null;
                /** @description The event's place in the log */
                seq: number | null;
                /** @description Its subject: messages about the same subject arrive in order */
                about: {
                    /**
                     * @description What kind of thing
                     * @enum {string}
                     */
                    kind: "click" | "lead" | "sale" | "partner" | "payout" | "key" | "replay" | "endpoint";
                    /** @description Its id, as the calls of the interface take it */
                    id: string;
                };
            };
        };
        EndpointsRedeliver: {
            /**
             * Format: int64
             * @description The endpoint
             */
            endpoint_id: number;
            /**
             * Format: int64
             * @description How many are sent again
             */
            messages: number;
        };
        EndpointsRemove: {
            /**
             * Format: int64
             * @description The endpoint
             */
            endpoint_id: number;
            /**
             * @description It is gone
             * @constant
             */
            status: "removed";
        };
        EndpointsShowSecret: {
            /**
             * Format: int64
             * @description The endpoint
             */
            endpoint_id: number;
            /** @description The secret that signs its messages, as Standard Webhooks libraries accept it */
            signing_secret: string;
            /** @description The one before, while it signs too; null for none */
            old_signing_secret: string | null;
            /** @description Until then it signs */
            old_secret_until: string | null;
        };
        EndpointsTest: {
            /**
             * Format: int64
             * @description The endpoint
             */
            endpoint_id: number;
            /**
             * Format: int64
             * @description The message
             */
            message_no: number;
        };
        Event: {
            /**
             * Format: int64
             * @description The event; unique in the installation
             */
            event_id: number;
            /**
             * Format: int64
             * @description Its place in the program's log, without gaps
             */
            seq: number;
            /** @description Its type, such as sale_reported */
            type: string;
            /** @description Who reported it: api, browser, operator, chain or a provider */
            source: string;
            /** @description A test: listed, and never a sale */
            is_test: boolean;
            /**
             * Format: date-time
             * @description When the service received it
             */
            received_at: string;
            /** @description When it happened, where that was reported */
            occurred_at: string | null;
            /**
             * @description Its outcome; pending: not in the books yet
             * @enum {string}
             */
            outcome: "recorded" | "duplicate" | "expired" | "parked" | "ignored" | "failed" | "refused" | "pending";
            /** @description Why it became that */
            reason: string | null;
            /** @description The event this one repeats, was settled by, or belongs to */
            refers_to: number | null;
            /** @description The figures behind an expired outcome */
            detail: {
                /**
                 * Format: int64
                 * @description How old the click was
                 */
                click_age_days: number;
                /**
                 * Format: int64
                 * @description How old it may be
                 */
                window_days: number;
            } | null;
            /** @description The provider's name of the delivery's event; null for calls */
            provider_event_type: string | null;
            /** @description The provider's own id of the delivery */
            provider_event_id: string | null;
            /** @description Its data, as in the log */
            data: unknown;
        };
        EventsShow: {
            /**
             * Format: int64
             * @description The program
             */
            program_id: number;
            /**
             * Format: int64
             * @description The event; unique in the installation
             */
            event_id: number;
            /**
             * Format: int64
             * @description Its place in the program's log, without gaps
             */
            seq: number;
            /** @description Its type, such as sale_reported */
            type: string;
            /** @description Who reported it: api, browser, operator, chain or a provider */
            source: string;
            /** @description A test: listed, and never a sale */
            is_test: boolean;
            /**
             * Format: date-time
             * @description When the service received it
             */
            received_at: string;
            /** @description When it happened, where that was reported */
            occurred_at: string | null;
            /**
             * @description Its outcome; pending: not in the books yet
             * @enum {string}
             */
            outcome: "recorded" | "duplicate" | "expired" | "parked" | "ignored" | "failed" | "refused" | "pending";
            /** @description Why it became that */
            reason: string | null;
            /** @description The event this one repeats, was settled by, or belongs to */
            refers_to: number | null;
            /** @description The figures behind an expired outcome */
            detail: {
                /**
                 * Format: int64
                 * @description How old the click was
                 */
                click_age_days: number;
                /**
                 * Format: int64
                 * @description How old it may be
                 */
                window_days: number;
            } | null;
            /** @description The provider's name of the delivery's event; null for calls */
            provider_event_type: string | null;
            /** @description The provider's own id of the delivery */
            provider_event_id: string | null;
            /** @description Its outcome and the reason, in a sentence */
            verdict: string;
            /** @description Its data, as in the log; without people and secrets unless your own people wrote it */
            data: unknown;
            /** @description verified: the provider had signed the delivery; fetched: the provider was asked for it; null: it is no delivery. An invalid signature is refused and never reaches the log */
            signature: ("verified" | "fetched") | null;
            /** @description How it was delivered: headers, payload, what the adapter read then and later, and what was looked for; null for what is no delivery */
            delivery: {
                /**
                 * Format: int64
                 * @description The event it became
                 */
                event_id: number;
                /**
                 * Format: int64
                 * @description Its place in the program's log
                 */
                seq: number;
                /**
                 * Format: date-time
                 * @description When the service received it
                 */
                received_at: string;
                /** @description Who sent it */
                provider: string;
                /** @description The provider's id */
                provider_event_id: string | null;
                /** @description The provider's name of it */
                provider_event_type: string | null;
                /**
                 * Format: int64
                 * @description Its connection
                 */
                connection_id: number;
                /**
                 * @description reconcile: it was fetched from the provider, since it had not arrived
                 * @enum {string}
                 */
                received_by: "webhook" | "reconcile";
                /** @description What it is read as today */
                type: string;
                /** @description A test: listed, and never a sale */
                is_test: boolean;
                /**
                 * @description Its outcome
                 * @enum {string}
                 */
                outcome: "recorded" | "duplicate" | "expired" | "parked" | "ignored" | "failed" | "refused" | "pending";
                /** @description Why it became that */
                reason: string | null;
                /** @description The event this one repeats, was settled by, or belongs to */
                refers_to: number | null;
                /** @description The figures behind an expired outcome */
                detail: {
                    /**
                     * Format: int64
                     * @description How old the click was
                     */
                    click_age_days: number;
                    /**
                     * Format: int64
                     * @description How old it may be
                     */
                    window_days: number;
                } | null;
                /** @description Its outcome, in a sentence */
                verdict: string;
                /**
                 * Format: int64
                 * @description The program
                 */
                program_id: number;
                /** @description When it happened, where that was reported */
                occurred_at: string | null;
                /**
                 * Format: int64
                 * @description Of the adapter that read it first
                 */
                adapter_version: number;
                /** @description Readings by later releases' adapters, oldest first; the last one counts */
                rereadings: {
                    /**
                     * Format: int64
                     * @description The event that keeps this reading
                     */
                    event_id: number;
                    /**
                     * Format: int64
                     * @description Of the adapter that read it so
                     */
                    adapter_version: number;
                    /**
                     * Format: date-time
                     * @description When
                     */
                    reread_at: string;
                    /** @description The type of event by this reading */
                    type: string;
                    /** @description A test by this reading */
                    is_test: boolean;
                    /** @description Why it is not used or could not be read, where the reading says so */
                    reason: string | null;
                }[];
                /** @description The lookups for its attribution, in order of precedence; empty for booked deliveries */
                lookups: {
                    /** @description The key of the lookup, such as click_id */
                    key: string;
                    /** @description Null where the payment does not name one */
                    value: string | null;
                    /** @description The result, such as not_known */
                    found: string;
                    /** @description The result, in a sentence */
                    summary: string;
                    /** @description The partner found */
                    partner_id: number | null;
                }[];
                /** @description The names that it waits for: an event with any of them settles it */
                waits_for: string[];
                /** @description Its outcome if it were processed again now; null if unchanged */
                now: {
                    /**
                     * @description What it would become
                     * @enum {string}
                     */
                    outcome: "recorded" | "duplicate" | "expired" | "parked" | "ignored" | "failed" | "refused" | "pending";
                    /** @description Why, as a word for programs */
                    reason: string | null;
                    /** @description The same in a sentence */
                    summary: string;
                } | null;
                /** @description The stored headers, without secrets */
                headers: {
                    [key: string]: string;
                };
                /** @description The payload */
                body: {
                    /**
                     * @description changed: the bytes are not those the log's chain covers
                     * @enum {string}
                     */
                    state: "kept" | "erased" | "changed";
                    /**
                     * Format: int64
                     * @description How many
                     */
                    bytes: number;
                    /** @description Their digest */
                    sha256: string | null;
                    /** @description Without personal data and secrets; null if absent or not JSON */
                    payload: unknown;
                };
            } | null;
            /** @description The rows it created or changed, as they are now */
            rows: {
                /**
                 * @description The kind of row; change: how the event changed a sale's amount
                 * @enum {string}
                 */
                kind: "click" | "lead" | "sale" | "commission" | "platform_fee" | "adjustment" | "refund" | "dispute" | "change" | "payout" | "partner";
                /** @description Its own name: a number, or a click's id, a refund's key, a dispute's id */
                id: string;
                /** @description The sale it belongs to */
                sale_id: number | null;
                /** @description The partner it belongs to */
                partner_id: number | null;
                /**
                 * @description Its amount now; of a change, by how much what went back grew
                 * @example 4900
                 */
                amount_cents: number | null;
                /** @description Of the amount */
                currency: ("USD" | "EUR" | "VND") | null;
                /** @description Its status */
                status: string | null;
            }[];
            /** @description Events that repeat it, settled by it or belong to it */
            referred_by: {
                /**
                 * Format: int64
                 * @description The event
                 */
                event_id: number;
                /** @description What it is */
                type: string;
                /**
                 * Format: date-time
                 * @description When the service received it
                 */
                received_at: string;
                /**
                 * @description Its outcome
                 * @enum {string}
                 */
                outcome: "recorded" | "duplicate" | "expired" | "parked" | "ignored" | "failed" | "refused" | "pending";
            }[];
        };
        Export: {
            /**
             * Format: int64
             * @description The export
             */
            export_id: number;
            /**
             * @description The list, written in full each day
             * @enum {string}
             */
            list: "sales" | "commissions" | "adjustments" | "payouts" | "fees" | "refunds" | "disputes" | "customers" | "clicks" | "leads" | "partners" | "events";
            /**
             * @description csv, or ndjson: a line of JSON for each row
             * @enum {string}
             */
            format: "csv" | "ndjson";
            /**
             * @description folder: below the operator's own; s3: a bucket
             * @enum {string}
             */
            target: "folder" | "s3";
            /** @description Below the program's own folder; null is that folder */
            folder: string | null;
            /** @description The bucket's service */
            endpoint: string | null;
            /** @description The bucket */
            bucket: string | null;
            /** @description Its region */
            region: string | null;
            /** @description Prefix of the names of files there */
            prefix: string | null;
            /** @description The access key; its secret is never shown */
            access_key_id: string | null;
            /**
             * Format: date
             * @description The first day it is written for
             */
            first_day: string;
            /** @description The newest day that was written; null while none was */
            last_day: string | null;
            /**
             * Format: int64
             * @description Days not written yet
             */
            waiting_count: number;
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at: string;
        };
        ExportsRemove: {
            /**
             * Format: int64
             * @description The export
             */
            export_id: number;
            /**
             * @description It is gone
             * @constant
             */
            status: "removed";
        };
        ExportsRun: {
            /**
             * Format: int64
             * @description The export
             */
            export_id: number;
            /**
             * Format: date
             * @description The day it is written for
             */
            day: string;
        };
        ExportsRuns: {
            /**
             * Format: int64
             * @description The export
             */
            export_id: number;
            /**
             * @description What is written
             * @enum {string}
             */
            list: "sales" | "commissions" | "adjustments" | "payouts" | "fees" | "refunds" | "disputes" | "customers" | "clicks" | "leads" | "partners" | "events";
            /**
             * Format: date
             * @description The day it is for, of UTC
             */
            day: string;
            /**
             * @description waiting: not written yet, or to be retried
             * @enum {string}
             */
            status: "waiting" | "running" | "done" | "failed";
            /**
             * Format: int64
             * @description Attempts so far
             */
            attempts: number;
            /** @description When the last attempt started */
            started_at: string | null;
            /** @description When that ended */
            ended_at: string | null;
            /** @description When it is tried next; null where it is not */
            next_attempt_at: string | null;
            /** @description The content of the file */
            file: string | null;
            /** @description Rows in it */
            row_count: number | null;
            /** @description Bytes in it */
            byte_count: number | null;
            /** @description Why the last try failed */
            fault: string | null;
        };
        Fee: {
            /**
             * Format: int64
             * @description The fee: a sale costs exactly one, under the sale's own id
             */
            fee_id: number;
            /**
             * Format: int64
             * @description The sale it is for
             */
            sale_id: number;
            /**
             * Format: int64
             * @description What is left of it
             * @example 4900
             */
            amount_cents: number;
            /**
             * Format: int64
             * @description What the sale cost before anything went back
             * @example 4900
             */
            amount_at_sale_cents: number;
            /**
             * @description The currency; nothing is converted
             * @example USD
             * @enum {string}
             */
            currency: "USD" | "EUR" | "VND";
            /**
             * Format: int64
             * @description What the brand's word alone took off: a refund by a call, or an attribution removed by hand, that no provider reported
             * @example 4900
             */
            taken_by_word_cents: number;
            /**
             * Format: int64
             * @description What it would have taken off: the operator set fee_refunds to verified
             * @example 4900
             */
            kept_against_word_cents: number;
            /** @description Either of them by month */
            by_month: {
                /** @description The month of UTC in which it was said */
                month: string;
                /**
                 * Format: int64
                 * @description What it took off, or would have
                 * @example 4900
                 */
                amount_cents: number;
                /**
                 * Format: date-time
                 * @description When the first of the month was said
                 */
                since: string;
            }[];
            /** @description The decision by hand that took the sale from its partner; null while there is a sale */
            removed_by: number | null;
        };
        Import: {
            /**
             * Format: int64
             * @description The import
             */
            import_id: number;
            /**
             * Format: int64
             * @description The program
             */
            program_id: number;
            /**
             * @description The tool of the export
             * @enum {string}
             */
            tool: "rewardful" | "firstpromoter" | "tolt" | "dub" | "lemonsqueezy" | "csv";
            /** @description False: a preview, and nothing was recorded */
            is_applied: boolean;
            /**
             * @description Whether it finished
             * @enum {string}
             */
            status: "running" | "finished" | "failed";
            /** @description Who imported it; null where that was not kept yet */
            by_kind: ("account" | "agent" | "operator" | "partner") | null;
            /** @description The account, or the agent key; null for the operator's command line */
            by_id: string | null;
            /** @description Its current name; null if it was deleted */
            by_name: string | null;
            /**
             * Format: date-time
             * @description When
             */
            started_at: string;
            /**
             * Format: date-time
             * @description When it last said how far it is
             */
            updated_at: string;
            /** @description When it ended */
            finished_at: string | null;
            /** @description Why it did not come to its end; null where it did */
            fault: string | null;
            /** @description What the file's lines are about */
            records: ("partners" | "customers" | "sales") | null;
            /**
             * Format: int64
             * @description Lines that were read, without the first
             */
            lines: number;
            /**
             * Format: int64
             * @description Lines that cannot be imported
             */
            faulty_lines: number;
            /**
             * Format: int64
             * @description Partners that are added
             */
            partners_new: number;
            /**
             * Format: int64
             * @description Partners that are here already
             */
            partners_known: number;
            /**
             * Format: int64
             * @description Customers that are bound to their partner
             */
            customers_new: number;
            /**
             * Format: int64
             * @description Customers that were imported before
             */
            customers_known: number;
            /**
             * Format: int64
             * @description Sales that are added
             */
            sales_new: number;
            /**
             * Format: int64
             * @description Sales that were imported before
             */
            sales_known: number;
            /**
             * Format: int64
             * @description Payments that are a sale here already; what was paid for them is kept as paid
             */
            sales_already_here: number;
            /**
             * Format: int64
             * @description Lines that conflict with another partner's customer or sale here, which is kept
             */
            kept: number;
            /** @description Lines with nothing to import */
            left_out: {
                /** @description Why */
                reason: string;
                /**
                 * Format: int64
                 * @description How many
                 */
                lines: number;
            }[];
            /** @description By currency: nothing is converted */
            totals: {
                /**
                 * @description The currency; nothing is converted
                 * @example USD
                 * @enum {string}
                 */
                currency: "USD" | "EUR" | "VND";
                /**
                 * @description Of the sales that are added
                 * @example 4900
                 */
                amount_cents: number | string;
                /**
                 * @description What they earned there
                 * @example 4900
                 */
                commission_cents: number | string;
                /**
                 * @description What was paid of it there
                 * @example 4900
                 */
                paid_cents: number | string;
                /**
                 * @description What is owed of it
                 * @example 4900
                 */
                owed_cents: number | string;
            }[];
            /** @description At most 1000 */
            faults: {
                /**
                 * Format: int64
                 * @description The line of the file; the first is 1
                 */
                line: number;
                /** @description The column; null where it is the line as a whole */
                column: string | null;
                /** @description What is wrong */
                message: string;
            }[];
        };
        Inbox: {
            /** @description By outcome, those with most events first */
            causes: {
                /**
                 * @description Their outcome
                 * @enum {string}
                 */
                outcome: "failed" | "parked" | "expired" | "ignored";
                /** @description Why, as the books keep it */
                reason: string | null;
                /** @description Who reported them: api, browser or a provider */
                source: string;
                /**
                 * Format: int64
                 * @description How many
                 */
                count: number;
                /** @description Whether that is all: of each outcome the newest 5000 are counted */
                is_counted_whole: boolean;
                /**
                 * Format: date-time
                 * @description When the oldest of these was received
                 */
                first_at: string;
                /**
                 * Format: date-time
                 * @description When the newest of these was received
                 */
                last_at: string;
                /**
                 * Format: int64
                 * @description The newest of them
                 */
                example_event_id: number;
                /** @description The newest one's outcome, in a sentence */
                summary: string;
                /**
                 * @description The next step; none if nothing helps or is needed
                 * @enum {string}
                 */
                next_action: "retry" | "send_lead" | "attribute_by_hand" | "fix_connection" | "none";
                /** @description The next step, in a sentence */
                next_words: string;
            }[];
        };
        InboxRetry: {
            /**
             * Format: int64
             * @description How many are no longer failed
             */
            taken_up: number;
            /**
             * Format: int64
             * @description How many failed again
             */
            failed_again: number;
            /** @description One by one, in the order of the log */
            deliveries: {
                /**
                 * Format: int64
                 * @description The delivery's event
                 */
                event_id: number;
                /**
                 * @description Its outcome; failed: it failed again
                 * @enum {string}
                 */
                outcome: "recorded" | "duplicate" | "expired" | "parked" | "ignored" | "failed" | "refused" | "pending";
                /** @description Today's adapter reads it differently than the one that failed */
                is_read_differently: boolean;
                /** @description Why it failed again */
                reason: string | null;
            }[];
            /** @description There may be more: ask again with this; null where these were the last */
            next_after_event_id: number | null;
        };
        Invitation: {
            /** @description The address that is invited */
            email: string;
            /**
             * @description Their role after joining
             * @enum {string}
             */
            role: "owner" | "member";
            /** @description The e-mail of who invited; null for the operator */
            invited_by: string | null;
            /**
             * Format: date-time
             * @description Until then it can be accepted
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at: string;
        };
        InvitationsCancel: {
            /**
             * Format: int64
             * @description The workspace
             */
            workspace_id: number;
            /** @description The address that was invited */
            email: string;
            /** @constant */
            status: "cancelled";
        };
        Key: {
            /**
             * Format: int64
             * @description The program
             */
            program_id: number;
            /** @description The key's last four characters */
            api_token_masked: string;
            /** @description Null when it was not used in the last 90 days */
            last_used_at: string | null;
            /** @description Of the last seven days in UTC, today at the end */
            calls_per_day: {
                /** @description The day, in UTC */
                day: string;
                /**
                 * Format: int64
                 * @description Calls with the old key
                 */
                calls: number;
            }[];
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at: string;
            /** @description When its replacement was required; null if it is not */
            flagged_at: string | null;
            /** @description From then on it is refused */
            rotate_by: string | null;
            /** @description Whole days until the deadline, negative once it has come; null without one */
            days_left: number | null;
            /** @description Who called with it in the last 90 days: the latest 20, the newest first */
            callers: {
                /** @description The callers' address; for IPv6 the network */
                address: string;
                /** @description The client, from its User-Agent */
                client: string;
                /**
                 * Format: int64
                 * @description Calls with this key
                 */
                calls: number;
                /**
                 * Format: date-time
                 * @description The last of them
                 */
                last_called_at: string;
            }[];
        };
        KeyRotationRequiredMessage: {
            /**
             * @description What happened
             * @constant
             */
            type: "key.rotation_required";
            /**
             * Format: date-time
             * @description When it was recorded
             */
            timestamp: string;
            /** @description What it is about; a thin message has the members alone that are required */
            data: {
                /**
                 * Format: int64
                 * @description The program
                 */
                program_id: number;
                /** @description The event of the log that it follows from; null where it follows from none */
                event_id: number | null;
                /** @description The event's place in the log */
                seq: number | null;
                /** @description Its subject: messages about the same subject arrive in order */
                about: {
                    /**
                     * @description What kind of thing
                     * @enum {string}
                     */
                    kind: "click" | "lead" | "sale" | "partner" | "payout" | "key" | "replay" | "endpoint";
                    /** @description Its id, as the calls of the interface take it */
                    id: string;
                };
                /** @description The program's key */
                key?: {
                    /**
                     * Format: date-time
                     * @description When its replacement was demanded first
                     */
                    flagged_at: string;
                    /**
                     * Format: date-time
                     * @description From then on it is refused
                     */
                    rotate_by: string;
                };
            };
        };
        KeysFlag: {
            /**
             * Format: int64
             * @description The program
             */
            program_id: number;
            /**
             * Format: date-time
             * @description When its replacement was demanded first
             */
            flagged_at: string;
            /**
             * Format: date-time
             * @description The deadline
             */
            rotate_by: string;
        };
        KeysRegenerate: {
            /** @description The key, shown this once */
            api_token: string;
            /** @description Its last four characters, as they are shown from now on */
            api_token_masked: string;
        };
        KeysReport: {
            /**
             * Format: int64
             * @description The program
             */
            program_id: number;
            /** @description Its name */
            program_name: string;
            /**
             * Format: int64
             * @description Its workspace
             */
            workspace_id: number;
            /** @description The workspace's name */
            workspace_name: string;
            /** @description The key's last four characters */
            api_token_masked: string;
            /**
             * Format: date-time
             * @description When its replacement was demanded
             */
            flagged_at: string;
            /**
             * Format: date-time
             * @description The deadline
             */
            rotate_by: string;
            /**
             * Format: int64
             * @description Whole days until the deadline; 0 on its last day, negative once it has come
             */
            days_left: number;
            /** @description Null when it was not used in the last 90 days */
            last_used_at: string | null;
            /** @description Of the last seven days in UTC, today at the end */
            calls_per_day: {
                /** @description The day, in UTC */
                day: string;
                /**
                 * Format: int64
                 * @description Calls with the old key
                 */
                calls: number;
            }[];
        };
        KeysUnflag: {
            /**
             * Format: int64
             * @description The program
             */
            program_id: number;
            /** @description No deadline any more */
            rotate_by: null;
        };
        Lead: {
            /**
             * Format: int64
             * @description The lead
             */
            lead_id: number;
            /** @description The brand's own id of the customer */
            customer_key: string | null;
            /** @description The click that brought it; null where a discount code bound its customer */
            click_id: string | null;
            /**
             * Format: int64
             * @description The partner whose click that was
             */
            partner_id: number;
            /** @description What happened, such as signup; null where the lead was reported without a name */
            event_name: string | null;
            /** @description Claimed only by a browser: it earns nothing yet */
            is_provisional: boolean;
            /**
             * Format: date-time
             * @description When it was reported
             */
            reported_at: string;
        };
        LeadRecordedMessage: {
            /**
             * @description What happened
             * @constant
             */
            type: "lead.recorded";
            /**
             * Format: date-time
             * @description When it was recorded
             */
            timestamp: string;
            /** @description What it is about; a thin message has the members alone that are required */
            data: {
                /**
                 * Format: int64
                 * @description The program
                 */
                program_id: number;
                /** @description The event of the log that it follows from; null where it follows from none */
                event_id: number | null;
                /** @description The event's place in the log */
                seq: number | null;
                /** @description Its subject: messages about the same subject arrive in order */
                about: {
                    /**
                     * @description What kind of thing
                     * @enum {string}
                     */
                    kind: "click" | "lead" | "sale" | "partner" | "payout" | "key" | "replay" | "endpoint";
                    /** @description Its id, as the calls of the interface take it */
                    id: string;
                };
                /** @description The lead */
                lead?: {
                    /**
                     * Format: int64
                     * @description The lead
                     */
                    lead_id: number;
                    /** @description The brand's label */
                    event_name: string | null;
                    /** @description The brand's own customer id */
                    customer_key: string | null;
                    /** @description Its click */
                    click_id: string | null;
                    /** @description What the partner marked its link with, place 1 of five */
                    sub1: string | null;
                    /** @description What the partner marked its link with, place 2 of five */
                    sub2: string | null;
                    /** @description What the partner marked its link with, place 3 of five */
                    sub3: string | null;
                    /** @description What the partner marked its link with, place 4 of five */
                    sub4: string | null;
                    /** @description What the partner marked its link with, place 5 of five */
                    sub5: string | null;
                    /**
                     * Format: int64
                     * @description The partner
                     */
                    partner_id: number;
                    /** @description What the partner's links carry as aff */
                    partner_code: string | null;
                    /** @description Claimed only by a browser: it earns nothing until a server settles it */
                    is_provisional: boolean;
                };
            };
        };
        LeadSettledMessage: {
            /**
             * @description What happened
             * @constant
             */
            type: "lead.settled";
            /**
             * Format: date-time
             * @description When it was recorded
             */
            timestamp: string;
            /** @description What it is about; a thin message has the members alone that are required */
            data: {
                /**
                 * Format: int64
                 * @description The program
                 */
                program_id: number;
                /** @description The event of the log that it follows from; null where it follows from none */
                event_id: number | null;
                /** @description The event's place in the log */
                seq: number | null;
                /** @description Its subject: messages about the same subject arrive in order */
                about: {
                    /**
                     * @description What kind of thing
                     * @enum {string}
                     */
                    kind: "click" | "lead" | "sale" | "partner" | "payout" | "key" | "replay" | "endpoint";
                    /** @description Its id, as the calls of the interface take it */
                    id: string;
                };
                /** @description The lead */
                lead?: {
                    /**
                     * Format: int64
                     * @description The lead
                     */
                    lead_id: number;
                    /** @description The brand's label */
                    event_name: string | null;
                    /** @description The brand's own customer id */
                    customer_key: string | null;
                    /** @description Its click */
                    click_id: string | null;
                    /** @description What the partner marked its link with, place 1 of five */
                    sub1: string | null;
                    /** @description What the partner marked its link with, place 2 of five */
                    sub2: string | null;
                    /** @description What the partner marked its link with, place 3 of five */
                    sub3: string | null;
                    /** @description What the partner marked its link with, place 4 of five */
                    sub4: string | null;
                    /** @description What the partner marked its link with, place 5 of five */
                    sub5: string | null;
                    /**
                     * Format: int64
                     * @description The partner
                     */
                    partner_id: number;
                    /** @description What the partner's links carry as aff */
                    partner_code: string | null;
                    /** @description Claimed only by a browser: it earns nothing until a server settles it */
                    is_provisional: boolean;
                };
            };
        };
        Log: {
            /**
             * Format: int64
             * @description The program
             */
            program_id: number;
            /**
             * Format: int64
             * @description Its place in the log
             */
            seq: number;
            /**
             * Format: int64
             * @description The event
             */
            id: number;
            /** @description What it is */
            type: string;
            /**
             * Format: int64
             * @description The version of its shape
             */
            schema_version: number;
            /** @description Who reported it */
            source: string;
            /** @description The key its source identifies it by */
            dedup_key: string | null;
            /** @description Whether it is a test */
            is_test: boolean;
            /** @description When it happened, by its source */
            occurred_at: string | null;
            /**
             * Format: date-time
             * @description When it was recorded
             */
            received_at: string;
            /** @description Its data */
            data: {
                [key: string]: unknown;
            };
            /** @description The digest of its delivery, in hex; null without one */
            delivery_sha256: string | null;
            /** @description The hash of the event before it, in hex */
            prev_hash: string;
            /** @description Its hash, in hex */
            hash: string;
        };
        Member: {
            /** @description The address of the account */
            email: string;
            /** @description The person's name */
            name: string;
            /**
             * @description Their role
             * @enum {string}
             */
            role: "owner" | "member";
            /**
             * Format: date-time
             * @description When they became a member
             */
            joined_at: string;
        };
        MembersAdd: {
            /**
             * Format: int64
             * @description The workspace
             */
            workspace_id: number;
            /** @description The address of the account */
            email: string;
            /**
             * @description Their role
             * @enum {string}
             */
            role: "owner" | "member";
            /**
             * @description invited: until the invitation is accepted
             * @enum {string}
             */
            status: "joined" | "invited";
            /** @description Where the invitation is accepted; null for who joined, and where it went by mail */
            invitation_url: string | null;
            /** @description What happens next, in a sentence */
            message: string;
        };
        MembersRemove: {
            /**
             * Format: int64
             * @description The workspace
             */
            workspace_id: number;
            /** @description The address of the account */
            email: string;
            /** @constant */
            status: "removed";
            /** @description What they set up in the workspace's programs and still works */
            left_behind: {
                /**
                 * @description What it is
                 * @enum {string}
                 */
                kind: "endpoint" | "export" | "channel" | "connection" | "partner_link" | "program_key" | "agent_key";
                /** @description Null where it is of the whole workspace */
                program_id: number | null;
                /** @description What the program is called */
                program_name: string | null;
                /** @description The endpoint, export, channel, connection, partner or agent key; null for the program's key */
                subject_id: string | null;
                /**
                 * Format: date-time
                 * @description When they last set it
                 */
                set_at: string;
                /** @description What to review, in a sentence */
                summary: string;
            }[];
        };
        Message: {
            /**
             * Format: int64
             * @description The message, by its number among all that were made
             */
            message_no: number;
            /** @description Its webhook-id: the same however often it is sent */
            message_id: string;
            /** @description Its type, such as sale.recorded */
            type: string;
            /** @description Its subject: messages about the same subject are sent in order */
            subject: string;
            /** @description The event's place in the log; null where it follows from none */
            seq: number | null;
            /**
             * @description failed: it was abandoned
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed";
            /**
             * Format: int64
             * @description Attempts since it was created or last resent
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When it was made
             */
            made_at: string;
            /** @description When it is sent next; null where it has ended */
            next_attempt_at: string | null;
            /** @description When it was delivered or abandoned */
            ended_at: string | null;
        };
        MessagesShow: {
            /**
             * Format: int64
             * @description The message, by its number among all that were made
             */
            message_no: number;
            /** @description Its webhook-id: the same however often it is sent */
            message_id: string;
            /** @description Its type, such as sale.recorded */
            type: string;
            /** @description Its subject: messages about the same subject are sent in order */
            subject: string;
            /** @description The event's place in the log; null where it follows from none */
            seq: number | null;
            /**
             * @description failed: it was abandoned
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed";
            /**
             * Format: int64
             * @description Attempts since it was created or last resent
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When it was made
             */
            made_at: string;
            /** @description When it is sent next; null where it has ended */
            next_attempt_at: string | null;
            /** @description When it was delivered or abandoned */
            ended_at: string | null;
            /** @description The exact body; a GET postback fills its URL from it */
            body: string;
            /** @description The newest 100 attempts, newest first */
            tries: {
                /**
                 * Format: date-time
                 * @description When it was sent
                 */
                attempted_at: string;
                /**
                 * Format: int64
                 * @description How long that took
                 */
                milliseconds: number;
                /** @description The answer */
                status_code: number | null;
                /** @description Why there was no answer */
                fault: string | null;
                /** @description The first 1,024 bytes of the answer */
                response: string | null;
                /** @description When it was to be sent next */
                next_attempt_at: string | null;
            }[];
        };
        Notice: {
            /**
             * Format: int64
             * @description The notice
             */
            notice_id: number;
            /**
             * @description Its kind; test: a test notice
             * @enum {string}
             */
            kind: "first_sale" | "deliveries_failed" | "deliveries_refused" | "deliveries_stopped" | "endpoint_paused" | "export_failed" | "parked_long" | "key_rotation" | "payouts_due" | "verification_failed" | "daily_digest" | "weekly_digest" | "test";
            /** @description Its subject */
            title: string;
            /**
             * Format: date-time
             * @description When it was found
             */
            found_at: string;
            /**
             * Format: int64
             * @description People and channels it is for
             */
            recipient_count: number;
            /**
             * Format: int64
             * @description How many of them it was sent to
             */
            sent_count: number;
            /**
             * Format: int64
             * @description How many it is still to be sent to
             */
            waiting_count: number;
            /**
             * Format: int64
             * @description How many it was not sent to, or with an unknown result
             */
            failed_count: number;
            /** @description Why the newest try failed; null where none did */
            fault: string | null;
        };
        NoticeChannel: {
            /**
             * Format: int64
             * @description The channel
             */
            channel_id: number;
            /** @description Its name here */
            name: string;
            /** @description Where it is; its address is a secret and never shown */
            host: string;
            /** @description The messages it receives */
            kinds: ("first_sale" | "deliveries_failed" | "deliveries_refused" | "deliveries_stopped" | "endpoint_paused" | "export_failed" | "parked_long" | "key_rotation" | "payouts_due" | "verification_failed" | "daily_digest" | "weekly_digest")[];
            /**
             * @description A paused channel receives nothing
             * @enum {string}
             */
            status: "active" | "paused";
            /** @description Why it is paused */
            paused_because: string | null;
            /**
             * Format: date-time
             * @description When it was added
             */
            created_at: string;
        };
        NoticeChannelsRemove: {
            /**
             * Format: int64
             * @description The channel
             */
            channel_id: number;
            /**
             * @description It is gone
             * @constant
             */
            status: "removed";
        };
        NoticeChannelsTest: {
            /**
             * Format: int64
             * @description The notice that is sent
             */
            notice_id: number;
        };
        NoticesShow: {
            /** @description Whose they are; null for the operator's command line */
            email: string | null;
            /** @description Whether the address is confirmed; others receive nothing */
            is_proven: boolean;
            /** @description Whether a mail server is configured: without SMTP_URL no mail is sent */
            sends_mail: boolean;
            /** @description Every kind there is */
            kinds: {
                /**
                 * @description The kind
                 * @enum {string}
                 */
                kind: "first_sale" | "deliveries_failed" | "deliveries_refused" | "deliveries_stopped" | "endpoint_paused" | "export_failed" | "parked_long" | "key_rotation" | "payouts_due" | "verification_failed" | "daily_digest" | "weekly_digest";
                /** @description What it is called */
                title: string;
                /** @description When it is sent */
                about: string;
                /** @description Whether it is sent */
                is_on: boolean;
                /** @description The default */
                is_on_by_default: boolean;
            }[];
        };
        Operator: {
            /** @description The address of the account */
            email: string;
            /** @description The person's name */
            name: string;
            /**
             * Format: date-time
             * @description When it became an operator
             */
            since: string;
        };
        OperatorsRemove: {
            /** @description The address of the account */
            email: string;
            /** @constant */
            status: "removed";
        };
        Parked: {
            /**
             * Format: int64
             * @description The event that waits
             */
            event_id: number;
            /** @description What it is, such as payment_succeeded */
            type: string;
            /** @description Who reported it: api, browser or a provider */
            source: string;
            /**
             * Format: date-time
             * @description When the service received it
             */
            received_at: string;
            /** @description Why it waits */
            reason: string | null;
            /**
             * @description The names that it waits for: an event with any of them settles it
             * @example [
             *       "customer:user-42",
             *       "payment:pi_123"
             *     ]
             */
            waits_for: string[];
        };
        ParkedRelease: {
            /**
             * Format: int64
             * @description The event
             */
            event_id: number;
            /** @constant */
            outcome: "ignored";
            /** @constant */
            reason: "released";
        };
        ParkedShow: {
            /**
             * Format: int64
             * @description The event that waits
             */
            event_id: number;
            /** @description What it is, such as payment_succeeded */
            type: string;
            /** @description Who reported it: api, browser or a provider */
            source: string;
            /**
             * Format: date-time
             * @description When the service received it
             */
            received_at: string;
            /** @description Why it waits */
            reason: string | null;
            /**
             * @description The names that it waits for: an event with any of them settles it
             * @example [
             *       "customer:user-42",
             *       "payment:pi_123"
             *     ]
             */
            waits_for: string[];
            /** @description What can be done about it */
            ways_out: {
                /** @description What settles it */
                what: string;
                /** @description The command that does it */
                command: string | null;
            }[];
        };
        Partner: {
            /**
             * Format: int64
             * @description The partner
             */
            partner_id: number;
            /** @description Name people see */
            name: string;
            /** @description What its links carry as `aff`; unique in the installation */
            code: string;
            /**
             * @description Links of an inactive partner earn nothing
             * @enum {string}
             */
            status: "active" | "inactive";
            /**
             * Format: date-time
             * @description When it was added
             */
            joined_at: string;
            /** @description Its link of the service, which leads to the program's `site_url`; null while it has none */
            link: string | null;
        };
        PartnerJoinedMessage: {
            /**
             * @description What happened
             * @constant
             */
            type: "partner.joined";
            /**
             * Format: date-time
             * @description When it was recorded
             */
            timestamp: string;
            /** @description What it is about; a thin message has the members alone that are required */
            data: {
                /**
                 * Format: int64
                 * @description The program
                 */
                program_id: number;
                /** @description The event of the log that it follows from; null where it follows from none */
                event_id: number | null;
                /** @description The event's place in the log */
                seq: number | null;
                /** @description Its subject: messages about the same subject arrive in order */
                about: {
                    /**
                     * @description What kind of thing
                     * @enum {string}
                     */
                    kind: "click" | "lead" | "sale" | "partner" | "payout" | "key" | "replay" | "endpoint";
                    /** @description Its id, as the calls of the interface take it */
                    id: string;
                };
                /** @description The partner */
                partner?: {
                    /**
                     * Format: int64
                     * @description The partner
                     */
                    partner_id: number;
                    /** @description What the partner's links carry as aff */
                    partner_code: string | null;
                    /** @description The partner's name */
                    name: string;
                };
            };
        };
        PartnersLink: {
            /** @description The partner's page */
            url: string;
            /** @description The same for a frame in another page */
            embed_url: string;
            /**
             * Format: date-time
             * @description Until then it opens the page
             */
            expires_at: string;
        };
        PartnersRemoveEmail: {
            /**
             * Format: int64
             * @description The partner's id
             */
            partner_id: number;
        };
        PartnersRevokeLinks: {
            /**
             * Format: int64
             * @description The partner's id
             */
            partner_id: number;
            /**
             * Format: date-time
             * @description Links made before then open nothing
             */
            revoked_links_made_before: string;
        };
        PartnersSetEmail: {
            /**
             * Format: int64
             * @description The partner's id
             */
            partner_id: number;
            /** @description Its e-mail */
            email: string;
        };
        PartnersShowEmail: {
            /**
             * Format: int64
             * @description The partner
             */
            partner_id: number;
            /** @description Its e-mail */
            email: string;
            /**
             * Format: date-time
             * @description When it was set
             */
            updated_at: string;
        };
        Payment: {
            /**
             * Format: int64
             * @description The program
             */
            program_id: number;
            /** @description Their current state; empty without sales */
            sales: {
                /**
                 * Format: int64
                 * @description The sale
                 */
                sale_id: number;
                /** @description Its payment */
                transaction_id: string;
                /** @description Who bought */
                customer_key: string | null;
                /**
                 * Format: int64
                 * @description The partner it is attributed to
                 */
                partner_id: number;
                /** @description Its name */
                partner_name: string;
                /** @description The click that earned it; null if it was attributed manually */
                click_id: string | null;
                /**
                 * Format: int64
                 * @description The amount paid, gross
                 * @example 4900
                 */
                amount_cents: number;
                /**
                 * Format: int64
                 * @description The amount refunded
                 * @example 4900
                 */
                refunded_cents: number;
                /**
                 * @description The currency; nothing is converted
                 * @example USD
                 * @enum {string}
                 */
                currency: "USD" | "EUR" | "VND";
                /**
                 * @description Its status
                 * @enum {string}
                 */
                status: "recorded" | "disputed" | "refunded" | "reversed";
                /** @description The current commission; null without one */
                commission_cents: number | null;
                /** @description Of the commission */
                commission_currency: ("USD" | "EUR" | "VND") | null;
                /** @description The commission's status */
                commission_status: ("pending" | "approved" | "paid" | "held" | "refunded" | "reversed") | null;
                /** @description The end of the commission's hold */
                hold_until: string | null;
                /** @description The line items of the brand's call; null without them, and after the person was erased */
                line_items: unknown;
                /** @description Additional data of the brand's call; null as for line_items */
                additional_data: unknown;
            }[];
            /** @description In the order of time; upcoming steps come last */
            steps: {
                /** @description When; null for an upcoming step without a day */
                at: string | null;
                /**
                 * @description The kind of step; no_sale and no_commission: what did not happen, and why
                 * @enum {string}
                 */
                kind: "click" | "lead" | "payment" | "sale" | "no_sale" | "commission" | "no_commission" | "hold" | "approval" | "payout" | "paid" | "payout_withdrawn" | "refund" | "dispute" | "correction" | "repeated" | "other";
                /** @description It has not happened yet */
                is_upcoming: boolean;
                /** @description Who reported it: api, browser, operator, schedule, chain or a provider */
                reported_by: string | null;
                /** @description The event behind it */
                event_id: number | null;
                /** @description The sale it belongs to */
                sale_id: number | null;
                /** @description Whose it is */
                partner_id: number | null;
                /** @description Its amount, in the currency's smallest unit */
                amount_cents: number | null;
                /** @description Of the amount */
                currency: ("USD" | "EUR" | "VND") | null;
                /** @description What happened, in a sentence */
                summary: string;
            }[];
            /** @description If the newest payment led to no sale: the lookups for its attribution, and their results */
            lookups: {
                /** @description The key of the lookup, such as click_id */
                key: string;
                /** @description Null where the payment does not name one */
                value: string | null;
                /** @description The result, such as not_known */
                found: string;
                /** @description The result, in a sentence */
                summary: string;
                /** @description The partner found */
                partner_id: number | null;
            }[];
            /** @description There is more: only the 500 oldest events are listed */
            is_cut: boolean;
        };
        Payout: {
            /**
             * Format: int64
             * @description The payout
             */
            payout_id: number;
            /**
             * Format: int64
             * @description The partner it pays
             */
            partner_id: number;
            /**
             * @description The currency; nothing is converted
             * @example USD
             * @enum {string}
             */
            currency: "USD" | "EUR" | "VND";
            /**
             * Format: int64
             * @description What it pays
             * @example 4900
             */
            amount_cents: number;
            /**
             * Format: int64
             * @description For how many sales
             */
            item_count: number;
            /**
             * @description How far it is
             * @enum {string}
             */
            status: "created" | "paid" | "cancelled" | "returned";
            /** @description How it was paid, such as paypal */
            method: string | null;
            /** @description The bank's reference */
            reference: string | null;
            /**
             * Format: date-time
             * @description When it was put together
             */
            created_at: string;
            /** @description When it was said to be paid */
            paid_at: string | null;
            /** @description When a file for a payment tool was first made with it in it */
            exported_at: string | null;
            /** @description When it was cancelled, or when its money came back */
            withdrawn_at: string | null;
        };
        PayoutCancelledMessage: {
            /**
             * @description What happened
             * @constant
             */
            type: "payout.cancelled";
            /**
             * Format: date-time
             * @description When it was recorded
             */
            timestamp: string;
            /** @description What it is about; a thin message has the members alone that are required */
            data: {
                /**
                 * Format: int64
                 * @description The program
                 */
                program_id: number;
                /** @description The event of the log that it follows from; null where it follows from none */
                event_id: number | null;
                /** @description The event's place in the log */
                seq: number | null;
                /** @description Its subject: messages about the same subject arrive in order */
                about: {
                    /**
                     * @description What kind of thing
                     * @enum {string}
                     */
                    kind: "click" | "lead" | "sale" | "partner" | "payout" | "key" | "replay" | "endpoint";
                    /** @description Its id, as the calls of the interface take it */
                    id: string;
                };
                /** @description The payout */
                payout?: {
                    /**
                     * Format: int64
                     * @description The payout
                     */
                    payout_id: number;
                    /**
                     * Format: int64
                     * @description The partner
                     */
                    partner_id: number;
                    /** @description What the partner's links carry as aff */
                    partner_code: string | null;
                    /**
                     * Format: int64
                     * @description What it pays
                     * @example 4900
                     */
                    amount_cents: number;
                    /**
                     * @description The currency; nothing is converted
                     * @example USD
                     * @enum {string}
                     */
                    currency: "USD" | "EUR" | "VND";
                    /**
                     * Format: int64
                     * @description Sales it pays for
                     */
                    item_count: number;
                    /** @description How it was paid */
                    method: string | null;
                    /** @description The payer's reference */
                    reference: string | null;
                };
            };
        };
        PayoutCreatedMessage: {
            /**
             * @description What happened
             * @constant
             */
            type: "payout.created";
            /**
             * Format: date-time
             * @description When it was recorded
             */
            timestamp: string;
            /** @description What it is about; a thin message has the members alone that are required */
            data: {
                /**
                 * Format: int64
                 * @description The program
                 */
                program_id: number;
                /** @description The event of the log that it follows from; null where it follows from none */
                event_id: number | null;
                /** @description The event's place in the log */
                seq: number | null;
                /** @description Its subject: messages about the same subject arrive in order */
                about: {
                    /**
                     * @description What kind of thing
                     * @enum {string}
                     */
                    kind: "click" | "lead" | "sale" | "partner" | "payout" | "key" | "replay" | "endpoint";
                    /** @description Its id, as the calls of the interface take it */
                    id: string;
                };
                /** @description The payout */
                payout?: {
                    /**
                     * Format: int64
                     * @description The payout
                     */
                    payout_id: number;
                    /**
                     * Format: int64
                     * @description The partner
                     */
                    partner_id: number;
                    /** @description What the partner's links carry as aff */
                    partner_code: string | null;
                    /**
                     * Format: int64
                     * @description What it pays
                     * @example 4900
                     */
                    amount_cents: number;
                    /**
                     * @description The currency; nothing is converted
                     * @example USD
                     * @enum {string}
                     */
                    currency: "USD" | "EUR" | "VND";
                    /**
                     * Format: int64
                     * @description Sales it pays for
                     */
                    item_count: number;
                    /** @description How it was paid */
                    method: string | null;
                    /** @description The payer's reference */
                    reference: string | null;
                };
            };
        };
        PayoutPaidMessage: {
            /**
             * @description What happened
             * @constant
             */
            type: "payout.paid";
            /**
             * Format: date-time
             * @description When it was recorded
             */
            timestamp: string;
            /** @description What it is about; a thin message has the members alone that are required */
            data: {
                /**
                 * Format: int64
                 * @description The program
                 */
                program_id: number;
                /** @description The event of the log that it follows from; null where it follows from none */
                event_id: number | null;
                /** @description The event's place in the log */
                seq: number | null;
                /** @description Its subject: messages about the same subject arrive in order */
                about: {
                    /**
                     * @description What kind of thing
                     * @enum {string}
                     */
                    kind: "click" | "lead" | "sale" | "partner" | "payout" | "key" | "replay" | "endpoint";
                    /** @description Its id, as the calls of the interface take it */
                    id: string;
                };
                /** @description The payout */
                payout?: {
                    /**
                     * Format: int64
                     * @description The payout
                     */
                    payout_id: number;
                    /**
                     * Format: int64
                     * @description The partner
                     */
                    partner_id: number;
                    /** @description What the partner's links carry as aff */
                    partner_code: string | null;
                    /**
                     * Format: int64
                     * @description What it pays
                     * @example 4900
                     */
                    amount_cents: number;
                    /**
                     * @description The currency; nothing is converted
                     * @example USD
                     * @enum {string}
                     */
                    currency: "USD" | "EUR" | "VND";
                    /**
                     * Format: int64
                     * @description Sales it pays for
                     */
                    item_count: number;
                    /** @description How it was paid */
                    method: string | null;
                    /** @description The payer's reference */
                    reference: string | null;
                };
            };
        };
        PayoutReturnedMessage: {
            /**
             * @description What happened
             * @constant
             */
            type: "payout.returned";
            /**
             * Format: date-time
             * @description When it was recorded
             */
            timestamp: string;
            /** @description What it is about; a thin message has the members alone that are required */
            data: {
                /**
                 * Format: int64
                 * @description The program
                 */
                program_id: number;
                /** @description The event of the log that it follows from; null where it follows from none */
                event_id: number | null;
                /** @description The event's place in the log */
                seq: number | null;
                /** @description Its subject: messages about the same subject arrive in order */
                about: {
                    /**
                     * @description What kind of thing
                     * @enum {string}
                     */
                    kind: "click" | "lead" | "sale" | "partner" | "payout" | "key" | "replay" | "endpoint";
                    /** @description Its id, as the calls of the interface take it */
                    id: string;
                };
                /** @description The payout */
                payout?: {
                    /**
                     * Format: int64
                     * @description The payout
                     */
                    payout_id: number;
                    /**
                     * Format: int64
                     * @description The partner
                     */
                    partner_id: number;
                    /** @description What the partner's links carry as aff */
                    partner_code: string | null;
                    /**
                     * Format: int64
                     * @description What it pays
                     * @example 4900
                     */
                    amount_cents: number;
                    /**
                     * @description The currency; nothing is converted
                     * @example USD
                     * @enum {string}
                     */
                    currency: "USD" | "EUR" | "VND";
                    /**
                     * Format: int64
                     * @description Sales it pays for
                     */
                    item_count: number;
                    /** @description How it was paid */
                    method: string | null;
                    /** @description The payer's reference */
                    reference: string | null;
                };
            };
        };
        PayoutsExport: {
            /** @description The file, as the payment tool takes it */
            csv: string;
            /** @description What it pays */
            payout_ids: number[];
            /**
             * @description What it comes to
             * @example 4900
             */
            amount_cents: number | string;
            /** @description What it does not pay, and why */
            left_out: {
                /**
                 * Format: int64
                 * @description The payout
                 */
                payout_id: number;
                /** @description Its partner */
                partner_id: number | null;
                /** @description Why it is not in the file */
                why: string;
            }[];
        };
        PayoutsItems: {
            /**
             * Format: int64
             * @description The sale that is paid for
             */
            sale_id: number;
            /** @description Its payment; null where corrected rules no longer know the sale */
            transaction_id: string | null;
            /**
             * Format: int64
             * @description What is paid for it
             * @example 4900
             */
            amount_cents: number;
        };
        PayoutsMarkPaid: {
            /**
             * Format: int64
             * @description The payout
             */
            payout_id: number;
            /**
             * Format: int64
             * @description The partner it pays
             */
            partner_id: number;
            /**
             * @description The currency; nothing is converted
             * @example USD
             * @enum {string}
             */
            currency: "USD" | "EUR" | "VND";
            /**
             * Format: int64
             * @description What it pays
             * @example 4900
             */
            amount_cents: number;
            /**
             * Format: int64
             * @description For how many sales
             */
            item_count: number;
            /**
             * @description How far it is
             * @enum {string}
             */
            status: "created" | "paid" | "cancelled" | "returned";
            /** @description How it was paid, such as paypal */
            method: string | null;
            /** @description The bank's reference */
            reference: string | null;
            /**
             * Format: date-time
             * @description When it was put together
             */
            created_at: string;
            /** @description When it was said to be paid */
            paid_at: string | null;
            /** @description When a file for a payment tool was first made with it in it */
            exported_at: string | null;
            /** @description When it was cancelled, or when its money came back */
            withdrawn_at: string | null;
            /** @description What is due now for the sales it holds; null once it no longer waits to be paid */
            due_now_cents: (number | string) | null;
            /** @description Why it was cancelled or returned, if a reason was given */
            withdrawn_because: string | null;
        };
        PayoutsPreview: {
            /**
             * Format: int64
             * @description The partner
             */
            partner_id: number;
            /** @description Its name */
            partner_name: string | null;
            /**
             * @description The currency; nothing is converted
             * @example USD
             * @enum {string}
             */
            currency: "USD" | "EUR" | "VND";
            /**
             * @description What is owed and in no payout yet; below zero while more was paid than is due
             * @example 4900
             */
            owed_cents: number | string;
            /**
             * @description What of it are commissions
             * @example 4900
             */
            commission_cents: number | string;
            /**
             * @description What of it puts earlier payouts right
             * @example 4900
             */
            adjustment_cents: number | string;
            /**
             * Format: int64
             * @description Of how many sales
             */
            item_count: number;
        };
        PayoutsRecordResults: {
            /**
             * Format: int64
             * @description Its line in the file; the header is line 1
             */
            line: number;
            /** @description The payout; null where the line names none */
            payout_id: number | null;
            /** @description Whom it pays */
            partner_id: number | null;
            /** @description What it pays */
            amount_cents: number | null;
            /** @description The currency; nothing is converted */
            currency: ("USD" | "EUR" | "VND") | null;
            /**
             * @description The payout's result, or that it does not change
             * @enum {string}
             */
            result: "paid" | "cancelled" | "returned" | "unchanged" | "waits" | "fault";
            /** @description The same in a sentence, with the file's own reason */
            message: string;
        };
        People: {
            /** @description The brand's ids of the person */
            customer_keys: string[];
            /** @description The person's ids at providers */
            provider_customer_ids: string[];
            /** @description The person's clicks */
            click_ids: string[];
            /** @description Names in the person's events that other customers use too, a provider's customer id for example: they stay when the person is erased */
            shared_names: string[];
            /** @description Everything that was found, table by table */
            rows: {
                /** @description The table of the database, as docs/privacy.md names it */
                table: string;
                /** @description The row, as it is stored; a delivery's bytes as text */
                row: {
                    [key: string]: unknown;
                };
            }[];
            /** @description Whether these are all rows; no where a table has thousands of them */
            is_complete: boolean;
        };
        PeopleErase: {
            /** @description The new name in the books for each customer key; none if nothing was found */
            customers: string[];
            /**
             * Format: int64
             * @description Rows of the log whose personal data was erased
             */
            events: number;
            /**
             * Format: int64
             * @description Deliveries that lost their bytes and headers
             */
            deliveries: number;
            /** @description Names in the person's events that other customers use too, a provider's customer id for example: they stay when the person is erased */
            shared_names: string[];
            /** @description The events that record it; empty if nothing was found */
            event_ids: number[];
        };
        Policy: {
            /** @description The product_id that sales carry */
            product_id: string;
            /** @description What partners earn */
            commission: {
                /** @constant */
                type: "percentage";
                /** @description Hundredths of a percent of the sale */
                rate_bps: number;
                /** @description Months from a subscription's first sale; null for life, 0 that sale only */
                duration_months: number | null;
            } | {
                /** @constant */
                type: "flat";
                /** @description In the currency's smallest unit */
                amount_cents: number;
                /**
                 * @description The currency it is paid in, regardless of the sale's; nothing is converted
                 * @enum {string}
                 */
                currency: "USD" | "EUR" | "VND";
                /** @description Months from a subscription's first sale; null for life, 0 that sale only */
                duration_months: number | null;
            };
            /**
             * Format: int64
             * @description Sales whose event comes after this one are paid by it
             */
            from_event_id: number;
        };
        Program: {
            /**
             * Format: int64
             * @description The program
             */
            program_id: number;
            /**
             * Format: int64
             * @description The workspace it belongs to
             */
            workspace_id: number;
            /** @description Name people see */
            name: string;
            /**
             * @description An inactive program takes no clicks and no calls
             * @enum {string}
             */
            status: "active" | "inactive";
            /**
             * @description Which of a visitor's clicks counts
             * @enum {string}
             */
            attribution_model: "last_click" | "first_click";
            /** @description How long a browser keeps a click; 60 in a new program */
            cookie_window_days: number;
            /** @description How old a click may be when a sale comes; 60 in a new program */
            attribution_window_days: number;
            /** @description How long a commission is held after its sale; 15 in a new program */
            hold_period_days: number;
            /**
             * @description Whether leads that only a browser reported count; server_required in a new program
             * @enum {string}
             */
            lead_auth: "any" | "server_required";
            /**
             * @description Whether a server's call that names only the customer settles what a browser claimed, or only one that names the click; customer in a new program
             * @enum {string}
             */
            lead_settlement: "customer" | "click";
            /** @description Platform fee in hundredths of a percent of a sale; the operator's alone */
            platform_fee_bps: number;
            /** @description What a partner earns by a sale */
            commission: {
                /** @constant */
                type: "percentage";
                /** @description Hundredths of a percent of the sale */
                rate_bps: number;
                /** @description Months from a subscription's first sale; null for life, 0 that sale only */
                duration_months: number | null;
            } | {
                /** @constant */
                type: "flat";
                /** @description In the currency's smallest unit */
                amount_cents: number;
                /**
                 * @description The currency it is paid in, regardless of the sale's; nothing is converted
                 * @enum {string}
                 */
                currency: "USD" | "EUR" | "VND";
                /** @description Months from a subscription's first sale; null for life, 0 that sale only */
                duration_months: number | null;
            };
            /**
             * @description Whether people may sign up as partners themselves, and whether the brand approves each; closed in a new program
             * @enum {string}
             */
            partner_sign_up: "closed" | "by_approval" | "open";
            /** @description The brand's site, which partners' links lead to; null for none */
            site_url: string | null;
            /**
             * @description The colour of the pages that partners see, where it can be read; null for ours
             * @example #0b6a72
             */
            brand_color: string | null;
            /**
             * @description The brand's own host that partners' links begin with, by https; its DNS leads to the service. Null for the service's own address
             * @example go.acme.example
             */
            link_domain: string | null;
            /**
             * @description Further hosts that partners' links may lead to, besides the brand's site and its subdomains; none in a new program
             * @example [
             *       "shop.acme.example"
             *     ]
             */
            link_hosts: string[];
            /**
             * @description Of a payment with a partner's discount code and another's click: which counts; click in a new program. Renewals and customers frozen by a first sale take precedence over both
             * @enum {string}
             */
            coupon_precedence: "click" | "coupon";
            /**
             * @description Whose refunds lower the platform fee of a payment that its provider verified: any, or only those that a provider verified; any in a new program; the operator's alone
             * @enum {string}
             */
            fee_refunds: "any" | "verified";
            /** @description Whether it is a demo: its partners and sales are invented */
            is_demo: boolean;
            /** @description Its key's last four characters; null while it has none */
            api_token_masked: string | null;
            /**
             * Format: date-time
             * @description When it was created
             */
            created_at: string;
        };
        ProgramsOverview: {
            /**
             * Format: int64
             * @description The program
             */
            program_id: number;
            /** @description The first day, in UTC */
            from: string;
            /** @description The day behind the last one */
            before: string;
            /** @description Tests: amounts as reported; they earn nothing and refund nothing */
            is_test: boolean;
            /** @description Of the whole period */
            totals: {
                /**
                 * Format: int64
                 * @description How many
                 */
                clicks: number;
                /**
                 * Format: int64
                 * @description How many
                 */
                leads: number;
                /**
                 * Format: int64
                 * @description How many
                 */
                sales: number;
                /** @description By currency: nothing is converted */
                currencies: {
                    /**
                     * @description The currency; nothing is converted
                     * @example USD
                     * @enum {string}
                     */
                    currency: "USD" | "EUR" | "VND";
                    /**
                     * Format: int64
                     * @description How many
                     */
                    sales: number;
                    /**
                     * @description What was sold, gross
                     * @example 4900
                     */
                    revenue_cents: number | string;
                    /**
                     * @description What went back of it
                     * @example 4900
                     */
                    refunded_cents: number | string;
                    /**
                     * @description What partners earned by it
                     * @example 4900
                     */
                    commission_cents: number | string;
                    /**
                     * @description Platform fees for it
                     * @example 4900
                     */
                    fee_cents: number | string;
                    /** @description What went back of the revenue, in basis points; null where nothing was sold */
                    refund_rate_bps: number | null;
                }[];
            };
            /** @description As many days before the period */
            previous: {
                /** @description Its first day */
                from: string;
                /** @description The day behind its last one */
                before: string;
                /** @description Of the whole of it */
                totals: {
                    /**
                     * Format: int64
                     * @description How many
                     */
                    clicks: number;
                    /**
                     * Format: int64
                     * @description How many
                     */
                    leads: number;
                    /**
                     * Format: int64
                     * @description How many
                     */
                    sales: number;
                    /** @description By currency: nothing is converted */
                    currencies: {
                        /**
                         * @description The currency; nothing is converted
                         * @example USD
                         * @enum {string}
                         */
                        currency: "USD" | "EUR" | "VND";
                        /**
                         * Format: int64
                         * @description How many
                         */
                        sales: number;
                        /**
                         * @description What was sold, gross
                         * @example 4900
                         */
                        revenue_cents: number | string;
                        /**
                         * @description What went back of it
                         * @example 4900
                         */
                        refunded_cents: number | string;
                        /**
                         * @description What partners earned by it
                         * @example 4900
                         */
                        commission_cents: number | string;
                        /**
                         * @description Platform fees for it
                         * @example 4900
                         */
                        fee_cents: number | string;
                        /** @description What went back of the revenue, in basis points; null where nothing was sold */
                        refund_rate_bps: number | null;
                    }[];
                };
                /** @description Every day of it, aligned with the period's first day */
                days: {
                    /**
                     * Format: date
                     * @description The day, in UTC
                     */
                    date: string;
                    /**
                     * Format: int64
                     * @description How many
                     */
                    clicks: number;
                    /**
                     * Format: int64
                     * @description How many
                     */
                    leads: number;
                    /**
                     * Format: int64
                     * @description How many
                     */
                    sales: number;
                    /** @description By currency: nothing is converted */
                    currencies: {
                        /**
                         * @description The currency; nothing is converted
                         * @example USD
                         * @enum {string}
                         */
                        currency: "USD" | "EUR" | "VND";
                        /**
                         * Format: int64
                         * @description How many
                         */
                        sales: number;
                        /**
                         * @description What was sold, gross
                         * @example 4900
                         */
                        revenue_cents: number | string;
                        /**
                         * @description What went back of it
                         * @example 4900
                         */
                        refunded_cents: number | string;
                        /**
                         * @description What partners earned by it
                         * @example 4900
                         */
                        commission_cents: number | string;
                        /**
                         * @description Platform fees for it
                         * @example 4900
                         */
                        fee_cents: number | string;
                    }[];
                }[];
            };
            /** @description Every day of the period, also those on which nothing happened */
            days: {
                /**
                 * Format: date
                 * @description The day, in UTC
                 */
                date: string;
                /**
                 * Format: int64
                 * @description How many
                 */
                clicks: number;
                /**
                 * Format: int64
                 * @description How many
                 */
                leads: number;
                /**
                 * Format: int64
                 * @description How many
                 */
                sales: number;
                /** @description By currency: nothing is converted */
                currencies: {
                    /**
                     * @description The currency; nothing is converted
                     * @example USD
                     * @enum {string}
                     */
                    currency: "USD" | "EUR" | "VND";
                    /**
                     * Format: int64
                     * @description How many
                     */
                    sales: number;
                    /**
                     * @description What was sold, gross
                     * @example 4900
                     */
                    revenue_cents: number | string;
                    /**
                     * @description What went back of it
                     * @example 4900
                     */
                    refunded_cents: number | string;
                    /**
                     * @description What partners earned by it
                     * @example 4900
                     */
                    commission_cents: number | string;
                    /**
                     * @description Platform fees for it
                     * @example 4900
                     */
                    fee_cents: number | string;
                }[];
            }[];
            /** @description How many of each led to the next */
            funnel: {
                /**
                 * Format: int64
                 * @description Clicks of the period
                 */
                clicks: number;
                /**
                 * Format: int64
                 * @description Leads of the period
                 */
                leads: number;
                /**
                 * Format: int64
                 * @description Sales of the period
                 */
                sales: number;
                /**
                 * Format: int64
                 * @description Those of the sales whose commission was paid out
                 */
                paid: number;
            };
            /** @description By revenue, ten in each currency */
            top_partners: {
                /**
                 * Format: int64
                 * @description The partner
                 */
                partner_id: number;
                /** @description Its name */
                partner_name: string;
                /** @description The code its links carry */
                partner_code: string;
                /**
                 * @description The currency; nothing is converted
                 * @example USD
                 * @enum {string}
                 */
                currency: "USD" | "EUR" | "VND";
                /**
                 * Format: int64
                 * @description How many
                 */
                sales: number;
                /**
                 * @description What was sold, gross
                 * @example 4900
                 */
                revenue_cents: number | string;
                /**
                 * @description What went back of it
                 * @example 4900
                 */
                refunded_cents: number | string;
            }[];
            /** @description By revenue, ten in each currency */
            top_products: {
                /** @description The product; null for sales that name none */
                product_id: string | null;
                /**
                 * @description The currency; nothing is converted
                 * @example USD
                 * @enum {string}
                 */
                currency: "USD" | "EUR" | "VND";
                /**
                 * Format: int64
                 * @description How many
                 */
                sales: number;
                /**
                 * @description What was sold, gross
                 * @example 4900
                 */
                revenue_cents: number | string;
                /**
                 * @description What went back of it
                 * @example 4900
                 */
                refunded_cents: number | string;
            }[];
            /** @description Open tasks */
            attention: {
                /**
                 * Format: int64
                 * @description Open alarms
                 */
                open_alarm_count: number;
                /**
                 * Format: int64
                 * @description Events that failed: retry them after a fix
                 */
                failed_count: number;
                /**
                 * Format: int64
                 * @description Events that wait for something, such as a payment for its click
                 */
                parked_count: number;
                /**
                 * Format: int64
                 * @description Disputes that are open
                 */
                open_dispute_count: number;
                /** @description Deadline to replace the program's key; null without one */
                key_rotate_by: string | null;
                /**
                 * Format: int64
                 * @description Partners, each in one currency, with commission that is due and in no payout yet
                 */
                payee_count: number;
                /**
                 * Format: int64
                 * @description Payouts that were put together and are not paid yet
                 */
                payout_count: number;
            };
        };
        ProgramsPerformance: {
            /**
             * Format: int64
             * @description The program
             */
            program_id: number;
            /** @description The first day, in UTC */
            from: string;
            /** @description The last day */
            to: string;
            /** @description Of the whole period */
            totals: {
                /**
                 * Format: int64
                 * @description How many
                 */
                clicks: number;
                /**
                 * Format: int64
                 * @description How many
                 */
                leads: number;
                /**
                 * Format: int64
                 * @description How many
                 */
                sales: number;
                /** @description By currency: nothing is converted */
                currencies: {
                    /**
                     * @description The currency; nothing is converted
                     * @example USD
                     * @enum {string}
                     */
                    currency: "USD" | "EUR" | "VND";
                    /**
                     * Format: int64
                     * @description How many
                     */
                    sales: number;
                    /**
                     * @description What was sold, gross
                     * @example 4900
                     */
                    revenue_cents: number | string;
                    /**
                     * @description What went back of it
                     * @example 4900
                     */
                    refunded_cents: number | string;
                    /**
                     * @description What partners earned by it
                     * @example 4900
                     */
                    commission_cents: number | string;
                    /**
                     * @description Platform fees for it
                     * @example 4900
                     */
                    fee_cents: number | string;
                }[];
            };
            /** @description Every day of the range, also those on which nothing happened */
            days: {
                /**
                 * Format: date
                 * @description The day, in UTC
                 */
                date: string;
                /**
                 * Format: int64
                 * @description How many
                 */
                clicks: number;
                /**
                 * Format: int64
                 * @description How many
                 */
                leads: number;
                /**
                 * Format: int64
                 * @description How many
                 */
                sales: number;
                /** @description By currency: nothing is converted */
                currencies: {
                    /**
                     * @description The currency; nothing is converted
                     * @example USD
                     * @enum {string}
                     */
                    currency: "USD" | "EUR" | "VND";
                    /**
                     * Format: int64
                     * @description How many
                     */
                    sales: number;
                    /**
                     * @description What was sold, gross
                     * @example 4900
                     */
                    revenue_cents: number | string;
                    /**
                     * @description What went back of it
                     * @example 4900
                     */
                    refunded_cents: number | string;
                    /**
                     * @description What partners earned by it
                     * @example 4900
                     */
                    commission_cents: number | string;
                    /**
                     * @description Platform fees for it
                     * @example 4900
                     */
                    fee_cents: number | string;
                }[];
            }[];
        };
        ProgramsReadiness: {
            /**
             * Format: int64
             * @description The program
             */
            program_id: number;
            /** @description Every gate that is needed has passed */
            is_ready: boolean;
            /** @description In the order in which they are passed */
            gates: {
                /** @description What must be so, such as partner or sale */
                gate: string;
                /**
                 * @description tested: by test events only
                 * @enum {string}
                 */
                status: "passed" | "tested" | "open" | "failed" | "not_needed";
                /** @description What to do; null when there is nothing to do */
                next_action: string | null;
            }[];
            /** @description Of the first gate that has not passed */
            next_action: string | null;
        };
        ProgramsStatus: {
            /**
             * Format: int64
             * @description The program
             */
            program_id: number;
            /** @description Name people see */
            name: string;
            /**
             * @description An inactive program takes no clicks and no calls
             * @enum {string}
             */
            status: "active" | "inactive";
            /** @description The steps of an integration, in their order */
            steps: {
                /**
                 * @description What was or is to be seen
                 * @enum {string}
                 */
                step: "click" | "lead" | "sale" | "webhook";
                /** @description Null while it was not seen */
                live: {
                    /**
                     * Format: int64
                     * @description The event that ticked it
                     */
                    first_event_id: number;
                    /**
                     * Format: date-time
                     * @description When that was received
                     */
                    first_seen_at: string;
                } | null;
                /** @description In test mode */
                test: {
                    /**
                     * Format: int64
                     * @description The event that ticked it
                     */
                    first_event_id: number;
                    /**
                     * Format: date-time
                     * @description When that was received
                     */
                    first_seen_at: string;
                } | null;
            }[];
            /**
             * Format: int64
             * @description How many partners it has
             */
            partner_count: number;
            /**
             * Format: int64
             * @description How many provider connections it has
             */
            connection_count: number;
            /**
             * Format: int64
             * @description Events that wait for something
             */
            parked_count: number;
            /**
             * Format: int64
             * @description Events that failed
             */
            failed_count: number;
            /**
             * Format: int64
             * @description Open alarms
             */
            open_alarm_count: number;
            /** @description The newest that tracking brought */
            last_event: {
                /**
                 * Format: int64
                 * @description The event; unique in the installation
                 */
                event_id: number;
                /**
                 * Format: int64
                 * @description Its place in the program's log, without gaps
                 */
                seq: number;
                /** @description Its type, such as sale_reported */
                type: string;
                /** @description Who reported it: api, browser, operator, chain or a provider */
                source: string;
                /** @description A test: listed, and never a sale */
                is_test: boolean;
                /**
                 * Format: date-time
                 * @description When the service received it
                 */
                received_at: string;
                /** @description When it happened, where that was reported */
                occurred_at: string | null;
                /**
                 * @description Its outcome; pending: not in the books yet
                 * @enum {string}
                 */
                outcome: "recorded" | "duplicate" | "expired" | "parked" | "ignored" | "failed" | "refused" | "pending";
                /** @description Why it became that */
                reason: string | null;
                /** @description The event this one repeats, was settled by, or belongs to */
                refers_to: number | null;
                /** @description The provider's name of the delivery's event; null for calls */
                provider_event_type: string | null;
                /** @description The provider's own id of the delivery */
                provider_event_id: string | null;
            } | null;
            /** @description What to do next; null when everything was seen live, nothing failed and nothing waits */
            next_step: string | null;
        };
        ProgramsVerify: {
            /**
             * Format: int64
             * @description The program
             */
            program_id: number;
            /** @description Every step passed */
            is_verified: boolean;
            /** @description Each step with its judgement */
            steps: {
                /**
                 * @description What was sent
                 * @enum {string}
                 */
                step: "click" | "lead" | "sale";
                /**
                 * @description Whether it came out as it should
                 * @enum {string}
                 */
                status: "passed" | "failed";
                /** @description Of the test event; null when it failed */
                event_id: number | null;
                /** @description The code the brand's own call would be refused with */
                code: string | null;
                /** @description What came of it, in a sentence */
                message: string;
            }[];
            /** @description What to do next; null when there is nothing to do */
            next_action: string | null;
        };
        /** @description Too many calls. It has an envelope of its own. */
        RateLimited: {
            /** @description Why the call was refused */
            error: {
                /** @constant */
                code: "rate_limited";
                /** @description The error, in a sentence for people */
                message: string;
                /**
                 * Format: int64
                 * @description Wait so long, and make the same call again
                 */
                retry_after_seconds: number;
            };
            /** @description Of a program key that must be replaced and still works */
            warnings?: {
                /** @constant */
                code: "api_key_rotation_required";
                /** @description Until when the key works, in a sentence */
                message: string;
                /** @description What to do about it */
                hint: string;
                /**
                 * Format: date-time
                 * @description From then on the key is refused
                 */
                rotate_by: string;
                /** @description Where it is explained */
                docs_url: string;
            }[];
        };
        Recipient: {
            /**
             * Format: int64
             * @description The partner
             */
            partner_id: number;
            /** @description Where the payment tool finds it */
            email: string & (unknown & unknown);
            /** @description As the recipient's bank knows it */
            name: string;
            /**
             * @description Whom the bank pays
             * @enum {string}
             */
            kind: "person" | "institution";
            /**
             * Format: date-time
             * @description When it was set
             */
            updated_at: string;
        };
        RecipientsSet: {
            /**
             * Format: int64
             * @description The partner's id
             */
            partner_id: number;
            /** @description Where the payment tool finds it */
            email: string & (unknown & unknown);
            /** @description As the recipient's bank knows it */
            name: string;
            /**
             * @description Whom the bank pays
             * @enum {string}
             */
            kind: "person" | "institution";
        };
        Refund: {
            /**
             * Format: int64
             * @description The event that reported it first
             */
            event_id: number;
            /**
             * Format: int64
             * @description The sale it is of
             */
            sale_id: number;
            /** @description Its name: `id:` and the refund's own id where it has one */
            refund_key: string;
            /**
             * Format: int64
             * @description What went back
             * @example 4900
             */
            amount_cents: number;
            /** @description It failed and no longer counts */
            has_failed: boolean;
            /** @description Why, where that was reported */
            reason: string | null;
            /** @description Who reported it: api or a provider */
            source: string;
            /**
             * Format: date-time
             * @description When the service received it
             */
            received_at: string;
        };
        RefundRecordedMessage: {
            /**
             * @description What happened
             * @constant
             */
            type: "refund.recorded";
            /**
             * Format: date-time
             * @description When it was recorded
             */
            timestamp: string;
            /** @description What it is about; a thin message has the members alone that are required */
            data: {
                /**
                 * Format: int64
                 * @description The program
                 */
                program_id: number;
                /** @description The event of the log that it follows from; null where it follows from none */
                event_id: number | null;
                /** @description The event's place in the log */
                seq: number | null;
                /** @description Its subject: messages about the same subject arrive in order */
                about: {
                    /**
                     * @description What kind of thing
                     * @enum {string}
                     */
                    kind: "click" | "lead" | "sale" | "partner" | "payout" | "key" | "replay" | "endpoint";
                    /** @description Its id, as the calls of the interface take it */
                    id: string;
                };
                /** @description The refund */
                refund?: {
                    /** @description The refund's own name, by which doubles are known */
                    refund_id: string;
                    /**
                     * Format: int64
                     * @description The sale
                     */
                    sale_id: number;
                    /** @description The payment's name */
                    transaction_id: string;
                    /**
                     * Format: int64
                     * @description The partner
                     */
                    partner_id: number;
                    /** @description What the partner's links carry as aff */
                    partner_code: string | null;
                    /**
                     * Format: int64
                     * @description This refund alone
                     * @example 4900
                     */
                    amount_cents: number;
                    /**
                     * Format: int64
                     * @description All that had gone back of the sale, after this event
                     * @example 4900
                     */
                    refunded_total_cents: number;
                    /**
                     * @description The currency; nothing is converted
                     * @example USD
                     * @enum {string}
                     */
                    currency: "USD" | "EUR" | "VND";
                    /** @description Why, if reported */
                    reason: string | null;
                };
            };
        };
        Replay: {
            /**
             * Format: int64
             * @description The run
             */
            run_id: number;
            /**
             * @description A replay, a verification, or a look at the books as they were
             * @enum {string}
             */
            kind: "replay" | "verify" | "as_of";
            /**
             * @description running: it is being worked on; interrupted: it was interrupted: repeating the call continues it; planned: what would change is known and nothing is changed; applying: it is being applied; apply_interrupted: it was being applied: applied again it goes on; applied: the books are what it showed; done: there is nothing to apply; discarded: it was dropped
             * @enum {string}
             */
            status: "running" | "interrupted" | "planned" | "applying" | "apply_interrupted" | "applied" | "done" | "discarded";
            /** @description Of which programs; null is all */
            program_ids: number[] | null;
            /** @description Whether stored deliveries were read again with today's adapters */
            from_deliveries: boolean;
            /** @description Only programs with events of this provider, and only its deliveries */
            provider: string | null;
            /** @description Only programs and deliveries with events since then */
            since: string | null;
            /** @description Of books as they were: the time, or the seq */
            as_of: string | null;
            /** @description The current step */
            step: ("reading" | "building" | "comparing" | "checking") | null;
            /** @description How far that is: deliveries, events or programs */
            step_done: number | null;
            /** @description Of how many; null where that is not known */
            step_total: number | null;
            /** @description When that was so */
            progress_at: string | null;
            /** @description Why it failed; null without a failure */
            fault: string | null;
            /** @description Of every row that differs: it is named to apply the plan */
            plan_hash: string | null;
            /**
             * Format: int64
             * @description The version of the rules
             */
            projector_version: number;
            /** @description The requester's e-mail; null for the command line */
            asked_by: string | null;
            /** @description The e-mail of who applied it; null for the command line */
            applied_by: string | null;
            /** @description Why it was applied */
            apply_reason: string | null;
            /** @description Whether endpoints get a row.corrected for each changed row */
            sends_corrections: boolean;
            /**
             * Format: date-time
             * @description When it started
             */
            started_at: string;
            /** @description When the difference was known */
            planned_at: string | null;
            /** @description When it was over */
            finished_at: string | null;
        };
        ReplayAppliedMessage: {
            /**
             * @description What happened
             * @constant
             */
            type: "replay.applied";
            /**
             * Format: date-time
             * @description When it was recorded
             */
            timestamp: string;
            /** @description What it is about; a thin message has the members alone that are required */
            data: {
                /**
                 * Format: int64
                 * @description The program
                 */
                program_id: number;
                /** @description The event of the log that it follows from; null where it follows from none */
                event_id: number | null;
                /** @description The event's place in the log */
                seq: number | null;
                /** @description Its subject: messages about the same subject arrive in order */
                about: {
                    /**
                     * @description What kind of thing
                     * @enum {string}
                     */
                    kind: "click" | "lead" | "sale" | "partner" | "payout" | "key" | "replay" | "endpoint";
                    /** @description Its id, as the calls of the interface take it */
                    id: string;
                };
                /** @description The replay */
                replay?: {
                    /**
                     * Format: int64
                     * @description The replay
                     */
                    run_id: number;
                    /**
                     * Format: int64
                     * @description Rows of the books that differ
                     */
                    rows_changed: number;
                    /** @description In which books: read these again */
                    books: string[];
                };
            };
        };
        ReplaysPlan: {
            /**
             * Format: int64
             * @description The run
             */
            run_id: number;
            /**
             * @description A replay, a verification, or a look at the books as they were
             * @enum {string}
             */
            kind: "replay" | "verify" | "as_of";
            /**
             * @description running: it is being worked on; interrupted: it was interrupted: repeating the call continues it; planned: what would change is known and nothing is changed; applying: it is being applied; apply_interrupted: it was being applied: applied again it goes on; applied: the books are what it showed; done: there is nothing to apply; discarded: it was dropped
             * @enum {string}
             */
            status: "running" | "interrupted" | "planned" | "applying" | "apply_interrupted" | "applied" | "done" | "discarded";
            /** @description Of which programs; null is all */
            program_ids: number[] | null;
            /** @description Whether stored deliveries were read again with today's adapters */
            from_deliveries: boolean;
            /** @description Only programs with events of this provider, and only its deliveries */
            provider: string | null;
            /** @description Only programs and deliveries with events since then */
            since: string | null;
            /** @description Of books as they were: the time, or the seq */
            as_of: string | null;
            /** @description The current step */
            step: ("reading" | "building" | "comparing" | "checking") | null;
            /** @description How far that is: deliveries, events or programs */
            step_done: number | null;
            /** @description Of how many; null where that is not known */
            step_total: number | null;
            /** @description When that was so */
            progress_at: string | null;
            /** @description Why it failed; null without a failure */
            fault: string | null;
            /** @description Of every row that differs: it is named to apply the plan */
            plan_hash: string | null;
            /**
             * Format: int64
             * @description The version of the rules
             */
            projector_version: number;
            /** @description The requester's e-mail; null for the command line */
            asked_by: string | null;
            /** @description The e-mail of who applied it; null for the command line */
            applied_by: string | null;
            /** @description Why it was applied */
            apply_reason: string | null;
            /** @description Whether endpoints get a row.corrected for each changed row */
            sends_corrections: boolean;
            /**
             * Format: date-time
             * @description When it started
             */
            started_at: string;
            /** @description When the difference was known */
            planned_at: string | null;
            /** @description When it was over */
            finished_at: string | null;
            /**
             * Format: int64
             * @description How many programs it is of
             */
            programs: number;
            /**
             * Format: int64
             * @description In how many of them something differs
             */
            programs_differing: number;
            /**
             * Format: int64
             * @description Deliveries that are read differently today
             */
            readings_differing: number;
            /** @description Of the first 500 programs that differ */
            books: {
                /**
                 * Format: int64
                 * @description The program
                 */
                program_id: number;
                /**
                 * @description The book
                 * @enum {string}
                 */
                book: "program" | "program_settings" | "policy" | "partner" | "click" | "customer" | "lead" | "identity" | "subscription" | "payment_alias" | "payment_reference" | "sale" | "commission" | "commission_hold" | "adjustment" | "payout" | "payout_item" | "sale_change" | "closed_month" | "restatement" | "line_correction" | "platform_fee" | "refund" | "dispute" | "parked" | "outcome" | "manual_attribution" | "coupon" | "checklist";
                /**
                 * Format: int64
                 * @description Rows that would be added
                 */
                added: number;
                /**
                 * Format: int64
                 * @description Rows that would be removed
                 */
                removed: number;
                /**
                 * Format: int64
                 * @description Rows that would be changed
                 */
                changed: number;
            }[];
            /** @description In the rows that differ; each currency for itself */
            money: {
                /**
                 * Format: int64
                 * @description The program
                 */
                program_id: number;
                /** @description The partner; null where a book has none */
                partner_id: number | null;
                /** @description The partner's name */
                partner_name: string | null;
                /**
                 * @description The book
                 * @enum {string}
                 */
                book: "program" | "program_settings" | "policy" | "partner" | "click" | "customer" | "lead" | "identity" | "subscription" | "payment_alias" | "payment_reference" | "sale" | "commission" | "commission_hold" | "adjustment" | "payout" | "payout_item" | "sale_change" | "closed_month" | "restatement" | "line_correction" | "platform_fee" | "refund" | "dispute" | "parked" | "outcome" | "manual_attribution" | "coupon" | "checklist";
                /**
                 * @description The currency; nothing is converted
                 * @example USD
                 * @enum {string}
                 */
                currency: "USD" | "EUR" | "VND";
                /**
                 * @description The differing rows' current sum
                 * @example 4900
                 */
                before_cents: number | string;
                /**
                 * @description Their sum after the replay
                 * @example 4900
                 */
                after_cents: number | string;
                /**
                 * @description After less before
                 * @example 4900
                 */
                change_cents: number | string;
            }[];
            /**
             * Format: int64
             * @description Messages that send_corrections would send: each changed row, to each endpoint subscribed to row.corrected
             */
            correction_messages: number;
            /**
             * Format: int64
             * @description Of a plan so many rows of each program can be looked at
             */
            rows_kept_max: number;
            /** @description For as_of: the totals of the books then; null until known */
            books_then: {
                /**
                 * Format: int64
                 * @description The program
                 */
                program_id: number;
                /**
                 * Format: int64
                 * @description The partner
                 */
                partner_id: number;
                /**
                 * @description The currency; nothing is converted
                 * @example USD
                 * @enum {string}
                 */
                currency: "USD" | "EUR" | "VND";
                /**
                 * Format: int64
                 * @description How many sales
                 */
                sales: number;
                /**
                 * @description What they came to
                 * @example 4900
                 */
                amount_cents: number | string;
                /**
                 * @description Refunds of that
                 * @example 4900
                 */
                refunded_cents: number | string;
                /**
                 * @description The partner's commission
                 * @example 4900
                 */
                commission_cents: number | string;
                /**
                 * @description What was taken off or added after it was paid out
                 * @example 4900
                 */
                adjustment_cents: number | string;
                /**
                 * @description The operator's platform fees
                 * @example 4900
                 */
                platform_fee_cents: number | string;
            }[] | null;
        };
        ReplaysRows: {
            /**
             * Format: int64
             * @description The program
             */
            program_id: number;
            /**
             * @description The book the row is of
             * @enum {string}
             */
            book: "program" | "program_settings" | "policy" | "partner" | "click" | "customer" | "lead" | "identity" | "subscription" | "payment_alias" | "payment_reference" | "sale" | "commission" | "commission_hold" | "adjustment" | "payout" | "payout_item" | "sale_change" | "closed_month" | "restatement" | "line_correction" | "platform_fee" | "refund" | "dispute" | "parked" | "outcome" | "manual_attribution" | "coupon" | "checklist";
            /** @description The row's key */
            row_key: {
                [key: string]: unknown;
            };
            /** @description As it is, or was; null where the row is added */
            before: {
                [key: string]: unknown;
            } | null;
            /** @description As it would be, or is; null where the row is removed */
            after: {
                [key: string]: unknown;
            } | null;
            /** @description When it was changed; null where it is not */
            changed_at: string | null;
        };
        RowCorrectedMessage: {
            /**
             * @description What happened
             * @constant
             */
            type: "row.corrected";
            /**
             * Format: date-time
             * @description When it was recorded
             */
            timestamp: string;
            /** @description What it is about; a thin message has the members alone that are required */
            data: {
                /**
                 * Format: int64
                 * @description The program
                 */
                program_id: number;
                /** @description The event of the log that it follows from; null where it follows from none */
                event_id: number | null;
                /** @description The event's place in the log */
                seq: number | null;
                /** @description Its subject: messages about the same subject arrive in order */
                about: {
                    /**
                     * @description What kind of thing
                     * @enum {string}
                     */
                    kind: "click" | "lead" | "sale" | "partner" | "payout" | "key" | "replay" | "endpoint";
                    /** @description Its id, as the calls of the interface take it */
                    id: string;
                };
                /** @description A row that a replay corrected; no new event happened to its subject */
                correction?: {
                    /**
                     * Format: int64
                     * @description The replay
                     */
                    run_id: number;
                    /**
                     * Format: int64
                     * @description The change's place among all that replays changed
                     */
                    change_id: number;
                    /**
                     * @description The book the row is of
                     * @enum {string}
                     */
                    book: "program" | "program_settings" | "policy" | "partner" | "click" | "customer" | "lead" | "identity" | "subscription" | "payment_alias" | "payment_reference" | "sale" | "commission" | "commission_hold" | "adjustment" | "payout" | "payout_item" | "sale_change" | "closed_month" | "restatement" | "line_correction" | "platform_fee" | "refund" | "dispute" | "parked" | "outcome" | "manual_attribution" | "coupon" | "checklist";
                    /** @description The row's key */
                    row_key: {
                        [key: string]: unknown;
                    };
                    /** @description The row before the correction; null if it was added */
                    before: {
                        [key: string]: unknown;
                    } | null;
                    /** @description The row after the correction; null if it was removed */
                    after: {
                        [key: string]: unknown;
                    } | null;
                };
            };
        };
        Sale: {
            /**
             * Format: int64
             * @description The sale: the id of the event that made it
             */
            sale_id: number;
            /**
             * Format: date-time
             * @description When the service received it
             */
            received_at: string;
            /** @description When it happened, where that was reported */
            occurred_at: string | null;
            /** @description The name of the payment that the brand and its provider use */
            transaction_id: string;
            /**
             * Format: int64
             * @description What was paid, gross, in the currency's smallest unit
             * @example 4900
             */
            amount_cents: number;
            /** @description Tax in the amount, where it was reported */
            tax_cents: number | null;
            /**
             * Format: int64
             * @description All that went back by refunds and lost disputes
             * @example 4900
             */
            refunded_cents: number;
            /**
             * @description The currency; nothing is converted
             * @example USD
             * @enum {string}
             */
            currency: "USD" | "EUR" | "VND";
            /**
             * @description What refunds and disputes made of it
             * @enum {string}
             */
            status: "recorded" | "disputed" | "refunded" | "reversed";
            /** @description What is remarkable about it, such as amount_differs */
            reason: string | null;
            /** @description The brand's own id of the customer */
            customer_key: string | null;
            /**
             * Format: int64
             * @description The partner it is attributed to
             */
            partner_id: number;
            /** @description The click that earned it; null where a discount code did, or it was given to its partner by hand */
            click_id: string | null;
            /** @description When that click was recorded, or since when the code is the partner's */
            clicked_at: string | null;
            /** @description Who reported it: api or a provider */
            source: string;
            /** @description The payment provider */
            provider: string | null;
            /** @description The provider's own id of the payment */
            provider_payment_id: string | null;
            /**
             * @description subscription where the payment belongs to one
             * @enum {string}
             */
            sale_type: "payment" | "subscription";
            /** @description Not the first sale of its subscription */
            is_recurring: boolean;
            /** @description The subscription it belongs to */
            subscription_id: string | null;
            /** @description How often the subscription is paid */
            subscription_interval: string | null;
            /** @description The product, by which policies are found */
            product_id: string | null;
            /** @description The evidence of a payment that only a chain proves */
            evidence: ("merchant_asserted" | "chain_verified" | "chain_contradicted" | "operator_accepted") | null;
            /** @description The partner's discount code that it was paid with */
            coupon_code: string | null;
            /** @description What the partner marked its link with, place 1 of five */
            sub1: string | null;
            /** @description What the partner marked its link with, place 2 of five */
            sub2: string | null;
            /** @description What the partner marked its link with, place 3 of five */
            sub3: string | null;
            /** @description What the partner marked its link with, place 4 of five */
            sub4: string | null;
            /** @description What the partner marked its link with, place 5 of five */
            sub5: string | null;
        };
        SaleChangedMessage: {
            /**
             * @description What happened
             * @constant
             */
            type: "sale.changed";
            /**
             * Format: date-time
             * @description When it was recorded
             */
            timestamp: string;
            /** @description What it is about; a thin message has the members alone that are required */
            data: {
                /**
                 * Format: int64
                 * @description The program
                 */
                program_id: number;
                /** @description The event of the log that it follows from; null where it follows from none */
                event_id: number | null;
                /** @description The event's place in the log */
                seq: number | null;
                /** @description Its subject: messages about the same subject arrive in order */
                about: {
                    /**
                     * @description What kind of thing
                     * @enum {string}
                     */
                    kind: "click" | "lead" | "sale" | "partner" | "payout" | "key" | "replay" | "endpoint";
                    /** @description Its id, as the calls of the interface take it */
                    id: string;
                };
                /** @description The sale */
                sale?: {
                    /**
                     * Format: int64
                     * @description The sale
                     */
                    sale_id: number;
                    /** @description The payment's name */
                    transaction_id: string;
                    /**
                     * Format: int64
                     * @description The partner
                     */
                    partner_id: number;
                    /** @description What the partner's links carry as aff */
                    partner_code: string | null;
                    /**
                     * Format: int64
                     * @description What the customer paid
                     * @example 4900
                     */
                    amount_cents: number;
                    /**
                     * Format: int64
                     * @description What of it had gone back, after this event
                     * @example 4900
                     */
                    refunded_cents: number;
                    /**
                     * @description The currency; nothing is converted
                     * @example USD
                     * @enum {string}
                     */
                    currency: "USD" | "EUR" | "VND";
                    /** @description The brand's own customer id */
                    customer_key: string | null;
                    /** @description The click that earned it; null if a discount code or a manual attribution did */
                    click_id: string | null;
                    /** @description What the partner marked its link with, place 1 of five */
                    sub1: string | null;
                    /** @description What the partner marked its link with, place 2 of five */
                    sub2: string | null;
                    /** @description What the partner marked its link with, place 3 of five */
                    sub3: string | null;
                    /** @description What the partner marked its link with, place 4 of five */
                    sub4: string | null;
                    /** @description What the partner marked its link with, place 5 of five */
                    sub5: string | null;
                    /** @description The partner's discount code it was made with */
                    coupon_code: string | null;
                    /** @description Who reported it: api, or a provider */
                    source: string;
                    /** @description The payment provider */
                    provider: string | null;
                    /** @description The provider's own id of the payment */
                    provider_payment_id: string | null;
                    /** @description payment or subscription */
                    sale_type: string;
                    /** @description A renewal */
                    is_recurring: boolean;
                    /** @description The subscription it belongs to */
                    subscription_id: string | null;
                    /** @description The product */
                    product_id: string | null;
                    /** @description When it happened, if reported */
                    occurred_at: string | null;
                    /**
                     * Format: date-time
                     * @description When the service received it
                     */
                    received_at: string;
                };
                /** @description What its partner earns by it; null for nothing */
                commission?: {
                    /**
                     * Format: int64
                     * @description The sale
                     */
                    sale_id: number;
                    /** @description The payment's name */
                    transaction_id: string;
                    /**
                     * Format: int64
                     * @description The partner
                     */
                    partner_id: number;
                    /** @description What the partner's links carry as aff */
                    partner_code: string | null;
                    /**
                     * Format: int64
                     * @description What the partner earns by the sale, after this event
                     * @example 4900
                     */
                    amount_cents: number;
                    /**
                     * Format: int64
                     * @description By how much this event changed that
                     * @example 4900
                     */
                    change_cents: number;
                    /**
                     * @description The currency; nothing is converted
                     * @example USD
                     * @enum {string}
                     */
                    currency: "USD" | "EUR" | "VND";
                    /** @description The payout that paid it, or whose money came back; null where the message is about no payout */
                    payout_id: number | null;
                    /**
                     * Format: int64
                     * @description What this payout took of it: below 0 where it took back what had been paid too much, or where its money came back
                     * @example 4900
                     */
                    paid_cents: number;
                } | null;
                /** @description What changed it, as the event's type: attribution_removed takes the sale from its partner, commissions_held holds its commission; same_payment where two reports turned out to be one sale */
                change?: string;
                /** @description Of same_payment: the sale or pending payment that turned out to be this sale; it is no longer in the books */
                merged_sale_id?: number | null;
            };
        };
        SaleParkedMessage: {
            /**
             * @description What happened
             * @constant
             */
            type: "sale.parked";
            /**
             * Format: date-time
             * @description When it was recorded
             */
            timestamp: string;
            /** @description What it is about; a thin message has the members alone that are required */
            data: {
                /**
                 * Format: int64
                 * @description The program
                 */
                program_id: number;
                /** @description The event of the log that it follows from; null where it follows from none */
                event_id: number | null;
                /** @description The event's place in the log */
                seq: number | null;
                /** @description Its subject: messages about the same subject arrive in order */
                about: {
                    /**
                     * @description What kind of thing
                     * @enum {string}
                     */
                    kind: "click" | "lead" | "sale" | "partner" | "payout" | "key" | "replay" | "endpoint";
                    /** @description Its id, as the calls of the interface take it */
                    id: string;
                };
                /** @description The payment that waits */
                payment?: {
                    /** @description The payment's name */
                    transaction_id: string;
                    /**
                     * Format: int64
                     * @description What the customer paid
                     * @example 4900
                     */
                    amount_cents: number;
                    /** @description In what, in three letters */
                    currency: string;
                    /** @description The brand's own customer id, where the payment names it */
                    customer_key: string | null;
                    /** @description The provider that reported it */
                    source: string;
                    /** @description What it waits for: no_attribution, no partner is known for this customer */
                    reason: string;
                };
            };
        };
        SaleRecordedMessage: {
            /**
             * @description What happened
             * @constant
             */
            type: "sale.recorded";
            /**
             * Format: date-time
             * @description When it was recorded
             */
            timestamp: string;
            /** @description What it is about; a thin message has the members alone that are required */
            data: {
                /**
                 * Format: int64
                 * @description The program
                 */
                program_id: number;
                /** @description The event of the log that it follows from; null where it follows from none */
                event_id: number | null;
                /** @description The event's place in the log */
                seq: number | null;
                /** @description Its subject: messages about the same subject arrive in order */
                about: {
                    /**
                     * @description What kind of thing
                     * @enum {string}
                     */
                    kind: "click" | "lead" | "sale" | "partner" | "payout" | "key" | "replay" | "endpoint";
                    /** @description Its id, as the calls of the interface take it */
                    id: string;
                };
                /** @description The sale */
                sale?: {
                    /**
                     * Format: int64
                     * @description The sale
                     */
                    sale_id: number;
                    /** @description The payment's name */
                    transaction_id: string;
                    /**
                     * Format: int64
                     * @description The partner
                     */
                    partner_id: number;
                    /** @description What the partner's links carry as aff */
                    partner_code: string | null;
                    /**
                     * Format: int64
                     * @description What the customer paid
                     * @example 4900
                     */
                    amount_cents: number;
                    /**
                     * Format: int64
                     * @description What of it had gone back, after this event
                     * @example 4900
                     */
                    refunded_cents: number;
                    /**
                     * @description The currency; nothing is converted
                     * @example USD
                     * @enum {string}
                     */
                    currency: "USD" | "EUR" | "VND";
                    /** @description The brand's own customer id */
                    customer_key: string | null;
                    /** @description The click that earned it; null if a discount code or a manual attribution did */
                    click_id: string | null;
                    /** @description What the partner marked its link with, place 1 of five */
                    sub1: string | null;
                    /** @description What the partner marked its link with, place 2 of five */
                    sub2: string | null;
                    /** @description What the partner marked its link with, place 3 of five */
                    sub3: string | null;
                    /** @description What the partner marked its link with, place 4 of five */
                    sub4: string | null;
                    /** @description What the partner marked its link with, place 5 of five */
                    sub5: string | null;
                    /** @description The partner's discount code it was made with */
                    coupon_code: string | null;
                    /** @description Who reported it: api, or a provider */
                    source: string;
                    /** @description The payment provider */
                    provider: string | null;
                    /** @description The provider's own id of the payment */
                    provider_payment_id: string | null;
                    /** @description payment or subscription */
                    sale_type: string;
                    /** @description A renewal */
                    is_recurring: boolean;
                    /** @description The subscription it belongs to */
                    subscription_id: string | null;
                    /** @description The product */
                    product_id: string | null;
                    /** @description When it happened, if reported */
                    occurred_at: string | null;
                    /**
                     * Format: date-time
                     * @description When the service received it
                     */
                    received_at: string;
                };
                /** @description What its partner earns by it; null for nothing */
                commission?: {
                    /**
                     * Format: int64
                     * @description The sale
                     */
                    sale_id: number;
                    /** @description The payment's name */
                    transaction_id: string;
                    /**
                     * Format: int64
                     * @description The partner
                     */
                    partner_id: number;
                    /** @description What the partner's links carry as aff */
                    partner_code: string | null;
                    /**
                     * Format: int64
                     * @description What the partner earns by the sale, after this event
                     * @example 4900
                     */
                    amount_cents: number;
                    /**
                     * Format: int64
                     * @description By how much this event changed that
                     * @example 4900
                     */
                    change_cents: number;
                    /**
                     * @description The currency; nothing is converted
                     * @example USD
                     * @enum {string}
                     */
                    currency: "USD" | "EUR" | "VND";
                    /** @description The payout that paid it, or whose money came back; null where the message is about no payout */
                    payout_id: number | null;
                    /**
                     * Format: int64
                     * @description What this payout took of it: below 0 where it took back what had been paid too much, or where its money came back
                     * @example 4900
                     */
                    paid_cents: number;
                } | null;
            };
        };
        SalesAccept: {
            /** @description The sale's payment */
            transaction_id: string;
            /** @constant */
            evidence: "operator_accepted";
        };
        Search: {
            /** @description Best match first; empty without results */
            hits: {
                /**
                 * @description The kind of result; payment: one without a sale; provider_customer: a customer known only by the provider's id
                 * @enum {string}
                 */
                kind: "program" | "partner" | "sale" | "payment" | "customer" | "provider_customer" | "subscription" | "click" | "lead" | "payout" | "dispute" | "event";
                /** @description Its own name: a number, a customer_key, a provider_customer_id, a click's id, a subscription's id; of a dispute the event that reported it */
                id: string;
                /**
                 * Format: int64
                 * @description The program it is in
                 */
                program_id: number;
                /** @description Its label: a name, a payment, a type */
                title: string;
                /** @description Details that identify it, such as a code, a status or a reason */
                detail: string | null;
                /** @description The amount of a sale or a payout */
                amount_cents: number | null;
                /** @description Of the amount */
                currency: ("USD" | "EUR" | "VND") | null;
            }[];
        };
        Statement: {
            /**
             * Format: int64
             * @description The program
             */
            program_id: number;
            /** @description Its name */
            program_name: string;
            /** @description In UTC, such as 2026-01 */
            month: string;
            /** @description The month is closed: nothing of this changes any more */
            is_final: boolean;
            /** @description When it was closed */
            closed_at: string | null;
            /** @description By currency */
            totals: {
                /**
                 * @description The currency; nothing is converted
                 * @example USD
                 * @enum {string}
                 */
                currency: "USD" | "EUR" | "VND";
                /**
                 * Format: int64
                 * @description How many
                 */
                sales: number;
                /**
                 * @description What was sold, gross
                 * @example 4900
                 */
                sales_cents: number | string;
                /**
                 * @description What went back of any sale in this month, less what came again
                 * @example 4900
                 */
                refunded_cents: number | string;
                /**
                 * @description What partners earned
                 * @example 4900
                 */
                commission_cents: number | string;
                /**
                 * @description What is owed in platform fees
                 * @example 4900
                 */
                platform_fee_cents: number | string;
                /**
                 * @description Paid to partners, less what came back
                 * @example 4900
                 */
                paid_out_cents: number | string;
            }[];
            /** @description Corrections to earlier closed months, included in the totals */
            corrections: {
                /** @description The closed month that it corrects */
                month: string;
                /**
                 * @description late_report: an event came after the close; replay: a rule was corrected
                 * @enum {string}
                 */
                reason: "late_report" | "replay";
                /**
                 * @description The currency; nothing is converted
                 * @example USD
                 * @enum {string}
                 */
                currency: "USD" | "EUR" | "VND";
                /**
                 * Format: int64
                 * @description How many
                 */
                sales: number;
                /**
                 * @description What was sold, gross
                 * @example 4900
                 */
                sales_cents: number | string;
                /**
                 * @description What went back of any sale in this month, less what came again
                 * @example 4900
                 */
                refunded_cents: number | string;
                /**
                 * @description What partners earned
                 * @example 4900
                 */
                commission_cents: number | string;
                /**
                 * @description What is owed in platform fees
                 * @example 4900
                 */
                platform_fee_cents: number | string;
            }[];
            /** @description What is invoiced for the month */
            invoice: {
                /**
                 * @description The currency; nothing is converted
                 * @example USD
                 * @enum {string}
                 */
                currency: "USD" | "EUR" | "VND";
                /**
                 * @description Owed in platform fees
                 * @example 4900
                 */
                platform_fee_cents: number | string;
            };
            /** @description Platform fees that are on no invoice */
            not_invoiced: {
                /**
                 * @description The currency; nothing is converted
                 * @example USD
                 * @enum {string}
                 */
                currency: "USD" | "EUR" | "VND";
                /**
                 * @description Owed in platform fees
                 * @example 4900
                 */
                platform_fee_cents: number | string;
            }[];
        };
        TrackingLog: {
            /**
             * Format: int64
             * @description The line
             */
            line_id: number;
            /**
             * Format: date-time
             * @description When the call was made
             */
            logged_at: string;
            /** @description click, lead, sale, refund or payment-reference */
            call: string;
            /** @description It was made in test mode */
            is_test: boolean;
            /** @description The refusal's code; null for a test call that was recorded */
            code: string | null;
            /** @description The answer's message */
            message: string;
            /** @description What it named */
            transaction_id: string | null;
            /** @description What it recorded */
            event_id: number | null;
        };
        Verification: {
            /**
             * Format: int64
             * @description The run
             */
            run_id: number;
            /**
             * @description running: it is being worked on; interrupted: it was interrupted: repeating the call continues it; planned: what would change is known and nothing is changed; applying: it is being applied; apply_interrupted: it was being applied: applied again it goes on; applied: the books are what it showed; done: there is nothing to apply; discarded: it was dropped
             * @enum {string}
             */
            status: "running" | "interrupted" | "planned" | "applying" | "apply_interrupted" | "applied" | "done" | "discarded";
            /** @description Of which programs; null is all */
            program_ids: number[] | null;
            /** @description The current step */
            step: ("reading" | "building" | "comparing" | "checking") | null;
            /** @description How far that is: deliveries, events or programs */
            step_done: number | null;
            /** @description Of how many; null where that is not known */
            step_total: number | null;
            /** @description When that was so */
            progress_at: string | null;
            /** @description Why it failed; null without a failure */
            fault: string | null;
            /** @description The requester's e-mail; null for the command line */
            asked_by: string | null;
            /**
             * Format: date-time
             * @description When it started
             */
            started_at: string;
            /** @description When it was over */
            finished_at: string | null;
            /** @description Whether everything matches; null until known */
            is_verified: boolean | null;
            /** @description Programs that were looked at */
            programs: number | null;
            /** @description Events that were looked at */
            events: number | null;
            /** @description Programs in which something is wrong */
            programs_wrong: number | null;
            /** @description The first of them */
            wrong: {
                /**
                 * Format: int64
                 * @description The program
                 */
                program_id: number;
                /**
                 * Format: int64
                 * @description How many events its log has
                 */
                events: number;
                /** @description Where its log is not whole; the first of them */
                log_faults: {
                    /** @description What is wrong: changed, missing, swapped, inserted, cut_off, or the same of a delivery */
                    kind: string;
                    /** @description The position in the program's log; null without one */
                    seq: number | null;
                    /** @description The event */
                    event_id: number | null;
                    /** @description In a sentence */
                    detail: string;
                }[];
                /** @description Where its books differ from its log; a replay corrects them */
                books: {
                    /**
                     * Format: int64
                     * @description The program
                     */
                    program_id: number;
                    /**
                     * @description The book
                     * @enum {string}
                     */
                    book: "program" | "program_settings" | "policy" | "partner" | "click" | "customer" | "lead" | "identity" | "subscription" | "payment_alias" | "payment_reference" | "sale" | "commission" | "commission_hold" | "adjustment" | "payout" | "payout_item" | "sale_change" | "closed_month" | "restatement" | "line_correction" | "platform_fee" | "refund" | "dispute" | "parked" | "outcome" | "manual_attribution" | "coupon" | "checklist";
                    /**
                     * Format: int64
                     * @description Rows that would be added
                     */
                    added: number;
                    /**
                     * Format: int64
                     * @description Rows that would be removed
                     */
                    removed: number;
                    /**
                     * Format: int64
                     * @description Rows that would be changed
                     */
                    changed: number;
                }[];
            }[];
        };
        Workspace: {
            /**
             * Format: int64
             * @description The workspace
             */
            workspace_id: number;
            /** @description Name people see */
            name: string;
            /** @description Your role in it; null if only as an operator */
            role: ("owner" | "member") | null;
            /** @description You operate the installation, regardless of your role here */
            is_operator: boolean;
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at: string;
        };
    };
    responses: {
        /** @description - `address_not_public`: The provider cannot reach SVC_BASE_URL over https. Nothing was changed. */
        AddressNotPublic: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description Nothing: the call was refused */
                    data: null;
                    /** @description Why the call was refused */
                    error: {
                        /**
                         * Format: int64
                         * @description The HTTP status
                         */
                        status: number;
                        /** @description The status in words */
                        name: string;
                        /**
                         * @description The code for programs
                         * @enum {string}
                         */
                        code: "address_not_public";
                        /** @description The error, in a sentence for people */
                        message: string;
                        /** @description With `fields`, each invalid field and what is wrong with it */
                        details: {
                            /** @description Each invalid field */
                            fields?: {
                                /** @description The field's name; empty where the fault is the whole call's */
                                field: string;
                                /** @description What is wrong with it */
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                    /** @description Of a program key that must be replaced and still works */
                    warnings?: {
                        /** @constant */
                        code: "api_key_rotation_required";
                        /** @description Until when the key works, in a sentence */
                        message: string;
                        /** @description What to do about it */
                        hint: string;
                        /**
                         * Format: date-time
                         * @description From then on the key is refused
                         */
                        rotate_by: string;
                        /** @description Where it is explained */
                        docs_url: string;
                    }[];
                };
            };
        };
        /**
         * @description - `already_attributed`: The payment is already a sale of a partner: remove that attribution first. Nothing was changed.
         *     - `not_attributable`: The payment cannot be attributed manually: it is neither pending nor unattributed, or it arrived too late.
         *     - `partner_inactive`: The partner is inactive and earns nothing. Nothing was changed.
         */
        AlreadyAttributedOrNotAttributableOrPartnerInactive: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description Nothing: the call was refused */
                    data: null;
                    /** @description Why the call was refused */
                    error: {
                        /**
                         * Format: int64
                         * @description The HTTP status
                         */
                        status: number;
                        /** @description The status in words */
                        name: string;
                        /**
                         * @description The code for programs
                         * @enum {string}
                         */
                        code: "already_attributed" | "not_attributable" | "partner_inactive";
                        /** @description The error, in a sentence for people */
                        message: string;
                        /** @description With `fields`, each invalid field and what is wrong with it */
                        details: {
                            /** @description Each invalid field */
                            fields?: {
                                /** @description The field's name; empty where the fault is the whole call's */
                                field: string;
                                /** @description What is wrong with it */
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                    /** @description Of a program key that must be replaced and still works */
                    warnings?: {
                        /** @constant */
                        code: "api_key_rotation_required";
                        /** @description Until when the key works, in a sentence */
                        message: string;
                        /** @description What to do about it */
                        hint: string;
                        /**
                         * Format: date-time
                         * @description From then on the key is refused
                         */
                        rotate_by: string;
                        /** @description Where it is explained */
                        docs_url: string;
                    }[];
                };
            };
        };
        /** @description - `application_decided`: The application is already approved or declined. Nothing was changed. */
        ApplicationDecided: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description Nothing: the call was refused */
                    data: null;
                    /** @description Why the call was refused */
                    error: {
                        /**
                         * Format: int64
                         * @description The HTTP status
                         */
                        status: number;
                        /** @description The status in words */
                        name: string;
                        /**
                         * @description The code for programs
                         * @enum {string}
                         */
                        code: "application_decided";
                        /** @description The error, in a sentence for people */
                        message: string;
                        /** @description With `fields`, each invalid field and what is wrong with it */
                        details: {
                            /** @description Each invalid field */
                            fields?: {
                                /** @description The field's name; empty where the fault is the whole call's */
                                field: string;
                                /** @description What is wrong with it */
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                    /** @description Of a program key that must be replaced and still works */
                    warnings?: {
                        /** @constant */
                        code: "api_key_rotation_required";
                        /** @description Until when the key works, in a sentence */
                        message: string;
                        /** @description What to do about it */
                        hint: string;
                        /**
                         * Format: date-time
                         * @description From then on the key is refused
                         */
                        rotate_by: string;
                        /** @description Where it is explained */
                        docs_url: string;
                    }[];
                };
            };
        };
        /**
         * @description - `partner_code_taken`: Another partner of this installation has the code; details name the partner when it is your own. Nothing was created.
         *     - `partner_email_taken`: Another partner of the program signs in with this e-mail. Nothing was changed.
         *     - `application_decided`: The application is already approved or declined. Nothing was changed.
         */
        ApplicationDecidedOrPartnerCodeTakenOrPartnerEmailTaken: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description Nothing: the call was refused */
                    data: null;
                    /** @description Why the call was refused */
                    error: {
                        /**
                         * Format: int64
                         * @description The HTTP status
                         */
                        status: number;
                        /** @description The status in words */
                        name: string;
                        /**
                         * @description The code for programs
                         * @enum {string}
                         */
                        code: "partner_code_taken" | "partner_email_taken" | "application_decided";
                        /** @description The error, in a sentence for people */
                        message: string;
                        /** @description With `fields`, each invalid field and what is wrong with it */
                        details: {
                            /** @description Each invalid field */
                            fields?: {
                                /** @description The field's name; empty where the fault is the whole call's */
                                field: string;
                                /** @description What is wrong with it */
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                    /** @description Of a program key that must be replaced and still works */
                    warnings?: {
                        /** @constant */
                        code: "api_key_rotation_required";
                        /** @description Until when the key works, in a sentence */
                        message: string;
                        /** @description What to do about it */
                        hint: string;
                        /**
                         * Format: date-time
                         * @description From then on the key is refused
                         */
                        rotate_by: string;
                        /** @description Where it is explained */
                        docs_url: string;
                    }[];
                };
            };
        };
        /** @description - `invalid_request`: The request is invalid: the message names the invalid field or header. */
        BodyTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description Nothing: the call was refused */
                    data: null;
                    /** @description Why the call was refused */
                    error: {
                        /**
                         * Format: int64
                         * @description The HTTP status
                         */
                        status: number;
                        /** @description The status in words */
                        name: string;
                        /**
                         * @description The code for programs
                         * @enum {string}
                         */
                        code: "invalid_request";
                        /** @description The error, in a sentence for people */
                        message: string;
                        /** @description With `fields`, each invalid field and what is wrong with it */
                        details: {
                            /** @description Each invalid field */
                            fields?: {
                                /** @description The field's name; empty where the fault is the whole call's */
                                field: string;
                                /** @description What is wrong with it */
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                    /** @description Of a program key that must be replaced and still works */
                    warnings?: {
                        /** @constant */
                        code: "api_key_rotation_required";
                        /** @description Until when the key works, in a sentence */
                        message: string;
                        /** @description What to do about it */
                        hint: string;
                        /**
                         * Format: date-time
                         * @description From then on the key is refused
                         */
                        rotate_by: string;
                        /** @description Where it is explained */
                        docs_url: string;
                    }[];
                };
            };
        };
        /** @description - `coupon_taken`: The discount code, or a provider's id of it, belongs to another partner; details name the partner. Nothing was changed. */
        CouponTaken: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description Nothing: the call was refused */
                    data: null;
                    /** @description Why the call was refused */
                    error: {
                        /**
                         * Format: int64
                         * @description The HTTP status
                         */
                        status: number;
                        /** @description The status in words */
                        name: string;
                        /**
                         * @description The code for programs
                         * @enum {string}
                         */
                        code: "coupon_taken";
                        /** @description The error, in a sentence for people */
                        message: string;
                        /** @description With `fields`, each invalid field and what is wrong with it */
                        details: {
                            /** @description Each invalid field */
                            fields?: {
                                /** @description The field's name; empty where the fault is the whole call's */
                                field: string;
                                /** @description What is wrong with it */
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                    /** @description Of a program key that must be replaced and still works */
                    warnings?: {
                        /** @constant */
                        code: "api_key_rotation_required";
                        /** @description Until when the key works, in a sentence */
                        message: string;
                        /** @description What to do about it */
                        hint: string;
                        /**
                         * Format: date-time
                         * @description From then on the key is refused
                         */
                        rotate_by: string;
                        /** @description Where it is explained */
                        docs_url: string;
                    }[];
                };
            };
        };
        /** @description - `forbidden`: Only an owner of the workspace or the operator may do this, or the call did not come from a page of this service. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description Nothing: the call was refused */
                    data: null;
                    /** @description Why the call was refused */
                    error: {
                        /**
                         * Format: int64
                         * @description The HTTP status
                         */
                        status: number;
                        /** @description The status in words */
                        name: string;
                        /**
                         * @description The code for programs
                         * @enum {string}
                         */
                        code: "forbidden";
                        /** @description The error, in a sentence for people */
                        message: string;
                        /** @description With `fields`, each invalid field and what is wrong with it */
                        details: {
                            /** @description Each invalid field */
                            fields?: {
                                /** @description The field's name; empty where the fault is the whole call's */
                                field: string;
                                /** @description What is wrong with it */
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                    /** @description Of a program key that must be replaced and still works */
                    warnings?: {
                        /** @constant */
                        code: "api_key_rotation_required";
                        /** @description Until when the key works, in a sentence */
                        message: string;
                        /** @description What to do about it */
                        hint: string;
                        /**
                         * Format: date-time
                         * @description From then on the key is refused
                         */
                        rotate_by: string;
                        /** @description Where it is explained */
                        docs_url: string;
                    }[];
                };
            };
        };
        /**
         * @description - `insufficient_scope`: The agent key lacks a scope: details.required_scope names it.
         *     - `forbidden`: Only an owner of the workspace or the operator may do this, or the call did not come from a page of this service.
         */
        ForbiddenOrInsufficientScope: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description Nothing: the call was refused */
                    data: null;
                    /** @description Why the call was refused */
                    error: {
                        /**
                         * Format: int64
                         * @description The HTTP status
                         */
                        status: number;
                        /** @description The status in words */
                        name: string;
                        /**
                         * @description The code for programs
                         * @enum {string}
                         */
                        code: "insufficient_scope" | "forbidden";
                        /** @description The error, in a sentence for people */
                        message: string;
                        /** @description With `fields`, each invalid field and what is wrong with it */
                        details: {
                            /** @description Each invalid field */
                            fields?: {
                                /** @description The field's name; empty where the fault is the whole call's */
                                field: string;
                                /** @description What is wrong with it */
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                    /** @description Of a program key that must be replaced and still works */
                    warnings?: {
                        /** @constant */
                        code: "api_key_rotation_required";
                        /** @description Until when the key works, in a sentence */
                        message: string;
                        /** @description What to do about it */
                        hint: string;
                        /**
                         * Format: date-time
                         * @description From then on the key is refused
                         */
                        rotate_by: string;
                        /** @description Where it is explained */
                        docs_url: string;
                    }[];
                };
            };
        };
        /** @description - `idempotency_key_reused`: Another call of yours used this Idempotency-Key within the last 24 hours. Nothing was changed. */
        IdempotencyKeyReused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description Nothing: the call was refused */
                    data: null;
                    /** @description Why the call was refused */
                    error: {
                        /**
                         * Format: int64
                         * @description The HTTP status
                         */
                        status: number;
                        /** @description The status in words */
                        name: string;
                        /**
                         * @description The code for programs
                         * @enum {string}
                         */
                        code: "idempotency_key_reused";
                        /** @description The error, in a sentence for people */
                        message: string;
                        /** @description With `fields`, each invalid field and what is wrong with it */
                        details: {
                            /** @description Each invalid field */
                            fields?: {
                                /** @description The field's name; empty where the fault is the whole call's */
                                field: string;
                                /** @description What is wrong with it */
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                    /** @description Of a program key that must be replaced and still works */
                    warnings?: {
                        /** @constant */
                        code: "api_key_rotation_required";
                        /** @description Until when the key works, in a sentence */
                        message: string;
                        /** @description What to do about it */
                        hint: string;
                        /**
                         * Format: date-time
                         * @description From then on the key is refused
                         */
                        rotate_by: string;
                        /** @description Where it is explained */
                        docs_url: string;
                    }[];
                };
            };
        };
        /**
         * @description - `idempotency_key_reused`: Another call of yours used this Idempotency-Key within the last 24 hours. Nothing was changed.
         *     - `provider_refused`: The payment provider refused the request with this API key: the message gives its reason and status. Nothing was changed.
         */
        IdempotencyKeyReusedOrProviderRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description Nothing: the call was refused */
                    data: null;
                    /** @description Why the call was refused */
                    error: {
                        /**
                         * Format: int64
                         * @description The HTTP status
                         */
                        status: number;
                        /** @description The status in words */
                        name: string;
                        /**
                         * @description The code for programs
                         * @enum {string}
                         */
                        code: "idempotency_key_reused" | "provider_refused";
                        /** @description The error, in a sentence for people */
                        message: string;
                        /** @description With `fields`, each invalid field and what is wrong with it */
                        details: {
                            /** @description Each invalid field */
                            fields?: {
                                /** @description The field's name; empty where the fault is the whole call's */
                                field: string;
                                /** @description What is wrong with it */
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                    /** @description Of a program key that must be replaced and still works */
                    warnings?: {
                        /** @constant */
                        code: "api_key_rotation_required";
                        /** @description Until when the key works, in a sentence */
                        message: string;
                        /** @description What to do about it */
                        hint: string;
                        /**
                         * Format: date-time
                         * @description From then on the key is refused
                         */
                        rotate_by: string;
                        /** @description Where it is explained */
                        docs_url: string;
                    }[];
                };
            };
        };
        /** @description - `import_running`: Another import of the program is running, or your account has reached its limit of running imports. Nothing was changed: repeat the call when one of them has finished. */
        ImportRunning: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description Nothing: the call was refused */
                    data: null;
                    /** @description Why the call was refused */
                    error: {
                        /**
                         * Format: int64
                         * @description The HTTP status
                         */
                        status: number;
                        /** @description The status in words */
                        name: string;
                        /**
                         * @description The code for programs
                         * @enum {string}
                         */
                        code: "import_running";
                        /** @description The error, in a sentence for people */
                        message: string;
                        /** @description With `fields`, each invalid field and what is wrong with it */
                        details: {
                            /** @description Each invalid field */
                            fields?: {
                                /** @description The field's name; empty where the fault is the whole call's */
                                field: string;
                                /** @description What is wrong with it */
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                    /** @description Of a program key that must be replaced and still works */
                    warnings?: {
                        /** @constant */
                        code: "api_key_rotation_required";
                        /** @description Until when the key works, in a sentence */
                        message: string;
                        /** @description What to do about it */
                        hint: string;
                        /**
                         * Format: date-time
                         * @description From then on the key is refused
                         */
                        rotate_by: string;
                        /** @description Where it is explained */
                        docs_url: string;
                    }[];
                };
            };
        };
        /** @description - `insufficient_scope`: The agent key lacks a scope: details.required_scope names it. */
        InsufficientScope: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description Nothing: the call was refused */
                    data: null;
                    /** @description Why the call was refused */
                    error: {
                        /**
                         * Format: int64
                         * @description The HTTP status
                         */
                        status: number;
                        /** @description The status in words */
                        name: string;
                        /**
                         * @description The code for programs
                         * @enum {string}
                         */
                        code: "insufficient_scope";
                        /** @description The error, in a sentence for people */
                        message: string;
                        /** @description With `fields`, each invalid field and what is wrong with it */
                        details: {
                            /** @description Each invalid field */
                            fields?: {
                                /** @description The field's name; empty where the fault is the whole call's */
                                field: string;
                                /** @description What is wrong with it */
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                    /** @description Of a program key that must be replaced and still works */
                    warnings?: {
                        /** @constant */
                        code: "api_key_rotation_required";
                        /** @description Until when the key works, in a sentence */
                        message: string;
                        /** @description What to do about it */
                        hint: string;
                        /**
                         * Format: date-time
                         * @description From then on the key is refused
                         */
                        rotate_by: string;
                        /** @description Where it is explained */
                        docs_url: string;
                    }[];
                };
            };
        };
        /** @description - `internal_error`: Internal error; nothing was recorded. Repeat the call, after Retry-After where that header is present. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description Nothing: the call was refused */
                    data: null;
                    /** @description Why the call was refused */
                    error: {
                        /**
                         * Format: int64
                         * @description The HTTP status
                         */
                        status: number;
                        /** @description The status in words */
                        name: string;
                        /**
                         * @description The code for programs
                         * @enum {string}
                         */
                        code: "internal_error";
                        /** @description The error, in a sentence for people */
                        message: string;
                        /** @description With `fields`, each invalid field and what is wrong with it */
                        details: {
                            /** @description Each invalid field */
                            fields?: {
                                /** @description The field's name; empty where the fault is the whole call's */
                                field: string;
                                /** @description What is wrong with it */
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                    /** @description Of a program key that must be replaced and still works */
                    warnings?: {
                        /** @constant */
                        code: "api_key_rotation_required";
                        /** @description Until when the key works, in a sentence */
                        message: string;
                        /** @description What to do about it */
                        hint: string;
                        /**
                         * Format: date-time
                         * @description From then on the key is refused
                         */
                        rotate_by: string;
                        /** @description Where it is explained */
                        docs_url: string;
                    }[];
                };
            };
        };
        /** @description - `invalid_request`: The request is invalid: the message names the invalid field or header. */
        InvalidRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description Nothing: the call was refused */
                    data: null;
                    /** @description Why the call was refused */
                    error: {
                        /**
                         * Format: int64
                         * @description The HTTP status
                         */
                        status: number;
                        /** @description The status in words */
                        name: string;
                        /**
                         * @description The code for programs
                         * @enum {string}
                         */
                        code: "invalid_request";
                        /** @description The error, in a sentence for people */
                        message: string;
                        /** @description With `fields`, each invalid field and what is wrong with it */
                        details: {
                            /** @description Each invalid field */
                            fields?: {
                                /** @description The field's name; empty where the fault is the whole call's */
                                field: string;
                                /** @description What is wrong with it */
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                    /** @description Of a program key that must be replaced and still works */
                    warnings?: {
                        /** @constant */
                        code: "api_key_rotation_required";
                        /** @description Until when the key works, in a sentence */
                        message: string;
                        /** @description What to do about it */
                        hint: string;
                        /**
                         * Format: date-time
                         * @description From then on the key is refused
                         */
                        rotate_by: string;
                        /** @description Where it is explained */
                        docs_url: string;
                    }[];
                };
            };
        };
        /**
         * @description - `invalid_request`: The request is invalid: the message names the invalid field or header.
         *     - `no_attribution`: The call leads to no partner: the program knows neither its customer_key nor its click_id, or they lead to a partner that cannot earn.
         */
        InvalidRequestOrNoAttribution: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description Nothing: the call was refused */
                    data: null;
                    /** @description Why the call was refused */
                    error: {
                        /**
                         * Format: int64
                         * @description The HTTP status
                         */
                        status: number;
                        /** @description The status in words */
                        name: string;
                        /**
                         * @description The code for programs
                         * @enum {string}
                         */
                        code: "invalid_request" | "no_attribution";
                        /** @description The error, in a sentence for people */
                        message: string;
                        /** @description With `fields`, each invalid field and what is wrong with it */
                        details: {
                            /** @description Each invalid field */
                            fields?: {
                                /** @description The field's name; empty where the fault is the whole call's */
                                field: string;
                                /** @description What is wrong with it */
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                    /** @description Of a program key that must be replaced and still works */
                    warnings?: {
                        /** @constant */
                        code: "api_key_rotation_required";
                        /** @description Until when the key works, in a sentence */
                        message: string;
                        /** @description What to do about it */
                        hint: string;
                        /**
                         * Format: date-time
                         * @description From then on the key is refused
                         */
                        rotate_by: string;
                        /** @description Where it is explained */
                        docs_url: string;
                    }[];
                };
            };
        };
        /** @description - `limit_reached`: The account, workspace or program has reached a limit; details name it. Nothing was changed. */
        LimitReached: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description Nothing: the call was refused */
                    data: null;
                    /** @description Why the call was refused */
                    error: {
                        /**
                         * Format: int64
                         * @description The HTTP status
                         */
                        status: number;
                        /** @description The status in words */
                        name: string;
                        /**
                         * @description The code for programs
                         * @enum {string}
                         */
                        code: "limit_reached";
                        /** @description The error, in a sentence for people */
                        message: string;
                        /** @description With `fields`, each invalid field and what is wrong with it */
                        details: {
                            /** @description Each invalid field */
                            fields?: {
                                /** @description The field's name; empty where the fault is the whole call's */
                                field: string;
                                /** @description What is wrong with it */
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                    /** @description Of a program key that must be replaced and still works */
                    warnings?: {
                        /** @constant */
                        code: "api_key_rotation_required";
                        /** @description Until when the key works, in a sentence */
                        message: string;
                        /** @description What to do about it */
                        hint: string;
                        /**
                         * Format: date-time
                         * @description From then on the key is refused
                         */
                        rotate_by: string;
                        /** @description Where it is explained */
                        docs_url: string;
                    }[];
                };
            };
        };
        /** @description - `not_attributed`: The payment has no attribution to remove and no manual decision to undo. */
        NotAttributed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description Nothing: the call was refused */
                    data: null;
                    /** @description Why the call was refused */
                    error: {
                        /**
                         * Format: int64
                         * @description The HTTP status
                         */
                        status: number;
                        /** @description The status in words */
                        name: string;
                        /**
                         * @description The code for programs
                         * @enum {string}
                         */
                        code: "not_attributed";
                        /** @description The error, in a sentence for people */
                        message: string;
                        /** @description With `fields`, each invalid field and what is wrong with it */
                        details: {
                            /** @description Each invalid field */
                            fields?: {
                                /** @description The field's name; empty where the fault is the whole call's */
                                field: string;
                                /** @description What is wrong with it */
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                    /** @description Of a program key that must be replaced and still works */
                    warnings?: {
                        /** @constant */
                        code: "api_key_rotation_required";
                        /** @description Until when the key works, in a sentence */
                        message: string;
                        /** @description What to do about it */
                        hint: string;
                        /**
                         * Format: date-time
                         * @description From then on the key is refused
                         */
                        rotate_by: string;
                        /** @description Where it is explained */
                        docs_url: string;
                    }[];
                };
            };
        };
        /** @description - `not_found`: Nothing exists at this address, or you may not see it. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description Nothing: the call was refused */
                    data: null;
                    /** @description Why the call was refused */
                    error: {
                        /**
                         * Format: int64
                         * @description The HTTP status
                         */
                        status: number;
                        /** @description The status in words */
                        name: string;
                        /**
                         * @description The code for programs
                         * @enum {string}
                         */
                        code: "not_found";
                        /** @description The error, in a sentence for people */
                        message: string;
                        /** @description With `fields`, each invalid field and what is wrong with it */
                        details: {
                            /** @description Each invalid field */
                            fields?: {
                                /** @description The field's name; empty where the fault is the whole call's */
                                field: string;
                                /** @description What is wrong with it */
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                    /** @description Of a program key that must be replaced and still works */
                    warnings?: {
                        /** @constant */
                        code: "api_key_rotation_required";
                        /** @description Until when the key works, in a sentence */
                        message: string;
                        /** @description What to do about it */
                        hint: string;
                        /**
                         * Format: date-time
                         * @description From then on the key is refused
                         */
                        rotate_by: string;
                        /** @description Where it is explained */
                        docs_url: string;
                    }[];
                };
            };
        };
        /** @description - `partner_code_taken`: Another partner of this installation has the code; details name the partner when it is your own. Nothing was created. */
        PartnerCodeTaken: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description Nothing: the call was refused */
                    data: null;
                    /** @description Why the call was refused */
                    error: {
                        /**
                         * Format: int64
                         * @description The HTTP status
                         */
                        status: number;
                        /** @description The status in words */
                        name: string;
                        /**
                         * @description The code for programs
                         * @enum {string}
                         */
                        code: "partner_code_taken";
                        /** @description The error, in a sentence for people */
                        message: string;
                        /** @description With `fields`, each invalid field and what is wrong with it */
                        details: {
                            /** @description Each invalid field */
                            fields?: {
                                /** @description The field's name; empty where the fault is the whole call's */
                                field: string;
                                /** @description What is wrong with it */
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                    /** @description Of a program key that must be replaced and still works */
                    warnings?: {
                        /** @constant */
                        code: "api_key_rotation_required";
                        /** @description Until when the key works, in a sentence */
                        message: string;
                        /** @description What to do about it */
                        hint: string;
                        /**
                         * Format: date-time
                         * @description From then on the key is refused
                         */
                        rotate_by: string;
                        /** @description Where it is explained */
                        docs_url: string;
                    }[];
                };
            };
        };
        /** @description - `partner_email_taken`: Another partner of the program signs in with this e-mail. Nothing was changed. */
        PartnerEmailTaken: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description Nothing: the call was refused */
                    data: null;
                    /** @description Why the call was refused */
                    error: {
                        /**
                         * Format: int64
                         * @description The HTTP status
                         */
                        status: number;
                        /** @description The status in words */
                        name: string;
                        /**
                         * @description The code for programs
                         * @enum {string}
                         */
                        code: "partner_email_taken";
                        /** @description The error, in a sentence for people */
                        message: string;
                        /** @description With `fields`, each invalid field and what is wrong with it */
                        details: {
                            /** @description Each invalid field */
                            fields?: {
                                /** @description The field's name; empty where the fault is the whole call's */
                                field: string;
                                /** @description What is wrong with it */
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                    /** @description Of a program key that must be replaced and still works */
                    warnings?: {
                        /** @constant */
                        code: "api_key_rotation_required";
                        /** @description Until when the key works, in a sentence */
                        message: string;
                        /** @description What to do about it */
                        hint: string;
                        /**
                         * Format: date-time
                         * @description From then on the key is refused
                         */
                        rotate_by: string;
                        /** @description Where it is explained */
                        docs_url: string;
                    }[];
                };
            };
        };
        /** @description - `payout_closed`: The payout is already paid, cancelled or returned. */
        PayoutClosed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description Nothing: the call was refused */
                    data: null;
                    /** @description Why the call was refused */
                    error: {
                        /**
                         * Format: int64
                         * @description The HTTP status
                         */
                        status: number;
                        /** @description The status in words */
                        name: string;
                        /**
                         * @description The code for programs
                         * @enum {string}
                         */
                        code: "payout_closed";
                        /** @description The error, in a sentence for people */
                        message: string;
                        /** @description With `fields`, each invalid field and what is wrong with it */
                        details: {
                            /** @description Each invalid field */
                            fields?: {
                                /** @description The field's name; empty where the fault is the whole call's */
                                field: string;
                                /** @description What is wrong with it */
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                    /** @description Of a program key that must be replaced and still works */
                    warnings?: {
                        /** @constant */
                        code: "api_key_rotation_required";
                        /** @description Until when the key works, in a sentence */
                        message: string;
                        /** @description What to do about it */
                        hint: string;
                        /**
                         * Format: date-time
                         * @description From then on the key is refused
                         */
                        rotate_by: string;
                        /** @description Where it is explained */
                        docs_url: string;
                    }[];
                };
            };
        };
        /** @description - `provider_refused`: The payment provider refused the request with this API key: the message gives its reason and status. Nothing was changed. */
        ProviderRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description Nothing: the call was refused */
                    data: null;
                    /** @description Why the call was refused */
                    error: {
                        /**
                         * Format: int64
                         * @description The HTTP status
                         */
                        status: number;
                        /** @description The status in words */
                        name: string;
                        /**
                         * @description The code for programs
                         * @enum {string}
                         */
                        code: "provider_refused";
                        /** @description The error, in a sentence for people */
                        message: string;
                        /** @description With `fields`, each invalid field and what is wrong with it */
                        details: {
                            /** @description Each invalid field */
                            fields?: {
                                /** @description The field's name; empty where the fault is the whole call's */
                                field: string;
                                /** @description What is wrong with it */
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                    /** @description Of a program key that must be replaced and still works */
                    warnings?: {
                        /** @constant */
                        code: "api_key_rotation_required";
                        /** @description Until when the key works, in a sentence */
                        message: string;
                        /** @description What to do about it */
                        hint: string;
                        /**
                         * Format: date-time
                         * @description From then on the key is refused
                         */
                        rotate_by: string;
                        /** @description Where it is explained */
                        docs_url: string;
                    }[];
                };
            };
        };
        /** @description - `rate_limited`: Too many requests: wait for retry_after_seconds. */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RateLimited"];
            };
        };
        /** @description Refused, in the accounts library's own shape; what the service itself refuses has its envelopes. */
        RefusedByAccounts: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AccountError"] | {
                    /** @description Nothing: the call was refused */
                    data: null;
                    /** @description Why the call was refused */
                    error: {
                        /**
                         * Format: int64
                         * @description The HTTP status
                         */
                        status: number;
                        /** @description The status in words */
                        name: string;
                        /**
                         * @description The code for programs
                         * @enum {string}
                         */
                        code: "invalid_request";
                        /** @description The error, in a sentence for people */
                        message: string;
                        /** @description With `fields`, each invalid field and what is wrong with it */
                        details: {
                            /** @description Each invalid field */
                            fields?: {
                                /** @description The field's name; empty where the fault is the whole call's */
                                field: string;
                                /** @description What is wrong with it */
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                    /** @description Of a program key that must be replaced and still works */
                    warnings?: {
                        /** @constant */
                        code: "api_key_rotation_required";
                        /** @description Until when the key works, in a sentence */
                        message: string;
                        /** @description What to do about it */
                        hint: string;
                        /**
                         * Format: date-time
                         * @description From then on the key is refused
                         */
                        rotate_by: string;
                        /** @description Where it is explained */
                        docs_url: string;
                    }[];
                } | components["schemas"]["RateLimited"];
            };
        };
        /** @description - `replay_refused`: The replay or verification is in a state that does not allow this: the message says why. Nothing was changed. */
        ReplayRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description Nothing: the call was refused */
                    data: null;
                    /** @description Why the call was refused */
                    error: {
                        /**
                         * Format: int64
                         * @description The HTTP status
                         */
                        status: number;
                        /** @description The status in words */
                        name: string;
                        /**
                         * @description The code for programs
                         * @enum {string}
                         */
                        code: "replay_refused";
                        /** @description The error, in a sentence for people */
                        message: string;
                        /** @description With `fields`, each invalid field and what is wrong with it */
                        details: {
                            /** @description Each invalid field */
                            fields?: {
                                /** @description The field's name; empty where the fault is the whole call's */
                                field: string;
                                /** @description What is wrong with it */
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                    /** @description Of a program key that must be replaced and still works */
                    warnings?: {
                        /** @constant */
                        code: "api_key_rotation_required";
                        /** @description Until when the key works, in a sentence */
                        message: string;
                        /** @description What to do about it */
                        hint: string;
                        /**
                         * Format: date-time
                         * @description From then on the key is refused
                         */
                        rotate_by: string;
                        /** @description Where it is explained */
                        docs_url: string;
                    }[];
                };
            };
        };
        /** @description - `unauthorized`: The Authorization header is missing or malformed, or its key belongs to no active program. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description Nothing: the call was refused */
                    data: null;
                    /** @description Why the call was refused */
                    error: {
                        /**
                         * Format: int64
                         * @description The HTTP status
                         */
                        status: number;
                        /** @description The status in words */
                        name: string;
                        /**
                         * @description The code for programs
                         * @enum {string}
                         */
                        code: "unauthorized";
                        /** @description The error, in a sentence for people */
                        message: string;
                        /** @description With `fields`, each invalid field and what is wrong with it */
                        details: {
                            /** @description Each invalid field */
                            fields?: {
                                /** @description The field's name; empty where the fault is the whole call's */
                                field: string;
                                /** @description What is wrong with it */
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                    /** @description Of a program key that must be replaced and still works */
                    warnings?: {
                        /** @constant */
                        code: "api_key_rotation_required";
                        /** @description Until when the key works, in a sentence */
                        message: string;
                        /** @description What to do about it */
                        hint: string;
                        /**
                         * Format: date-time
                         * @description From then on the key is refused
                         */
                        rotate_by: string;
                        /** @description Where it is explained */
                        docs_url: string;
                    }[];
                };
            };
        };
        /** @description - `internal_error`: Internal error; nothing was recorded. Repeat the call, after Retry-After where that header is present. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description Nothing: the call was refused */
                    data: null;
                    /** @description Why the call was refused */
                    error: {
                        /**
                         * Format: int64
                         * @description The HTTP status
                         */
                        status: number;
                        /** @description The status in words */
                        name: string;
                        /**
                         * @description The code for programs
                         * @enum {string}
                         */
                        code: "internal_error";
                        /** @description The error, in a sentence for people */
                        message: string;
                        /** @description With `fields`, each invalid field and what is wrong with it */
                        details: {
                            /** @description Each invalid field */
                            fields?: {
                                /** @description The field's name; empty where the fault is the whole call's */
                                field: string;
                                /** @description What is wrong with it */
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                    /** @description Of a program key that must be replaced and still works */
                    warnings?: {
                        /** @constant */
                        code: "api_key_rotation_required";
                        /** @description Until when the key works, in a sentence */
                        message: string;
                        /** @description What to do about it */
                        hint: string;
                        /**
                         * Format: date-time
                         * @description From then on the key is refused
                         */
                        rotate_by: string;
                        /** @description Where it is explained */
                        docs_url: string;
                    }[];
                };
            };
        };
        /** @description - `invalid_request`: The request is invalid: the message names the invalid field or header. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description Nothing: the call was refused */
                    data: null;
                    /** @description Why the call was refused */
                    error: {
                        /**
                         * Format: int64
                         * @description The HTTP status
                         */
                        status: number;
                        /** @description The status in words */
                        name: string;
                        /**
                         * @description The code for programs
                         * @enum {string}
                         */
                        code: "invalid_request";
                        /** @description The error, in a sentence for people */
                        message: string;
                        /** @description With `fields`, each invalid field and what is wrong with it */
                        details: {
                            /** @description Each invalid field */
                            fields?: {
                                /** @description The field's name; empty where the fault is the whole call's */
                                field: string;
                                /** @description What is wrong with it */
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                    /** @description Of a program key that must be replaced and still works */
                    warnings?: {
                        /** @constant */
                        code: "api_key_rotation_required";
                        /** @description Until when the key works, in a sentence */
                        message: string;
                        /** @description What to do about it */
                        hint: string;
                        /**
                         * Format: date-time
                         * @description From then on the key is refused
                         */
                        rotate_by: string;
                        /** @description Where it is explained */
                        docs_url: string;
                    }[];
                };
            };
        };
    };
    parameters: {
        /**
         * @description 1 to 255 visible ASCII characters, new for each creation. The same call with the same key is done once and gets the same answer for 24 hours.
         * @example a1f0b6de-6f4e-4a5c-9d7e-0c5a4b1e2f3d
         */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /** @description The request's id, as the service's log has it. An id that the caller brings is kept. */
        RequestId: string;
        /** @description Seconds to wait before repeating the call. */
        RetryAfter: number;
        /** @description Bearer: the credential goes into the Authorization header. */
        Authenticate: string;
        /** @description true where the call was made before under its Idempotency-Key: this is the answer it had. */
        Replayed: string;
        /** @description The name of the file. */
        Disposition: string;
        /** @description The session's cookie, or one that makes the browser known. */
        SetCookie: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "accounts.sign-up.email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name people see */
                    name: string;
                    /**
                     * @description E-mail
                     * @example ann@acme.example
                     */
                    email: string;
                    /** @description Password */
                    password: string;
                    /** @description The ticket of an invitation's link */
                    invitation?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The session's token; null until the e-mail is proven */
                        token: string | null;
                        /** @description The account */
                        user: {
                            /** @description The account */
                            id: string;
                            /** @description Name people see */
                            name: string;
                            /**
                             * @description E-mail
                             * @example ann@acme.example
                             */
                            email: string;
                            /** @description The e-mail is proven */
                            emailVerified: boolean;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["RefusedByAccounts"];
            401: components["responses"]["RefusedByAccounts"];
            403: components["responses"]["RefusedByAccounts"];
            404: components["responses"]["RefusedByAccounts"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RefusedByAccounts"];
            429: components["responses"]["RefusedByAccounts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "accounts.sign-in.email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description E-mail
                     * @example ann@acme.example
                     */
                    email: string;
                    /** @description Password */
                    password: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The session's token, for Authorization: Bearer */
                        token: string;
                        /** @description The account */
                        user: {
                            /** @description The account */
                            id: string;
                            /** @description Name people see */
                            name: string;
                            /**
                             * @description E-mail
                             * @example ann@acme.example
                             */
                            email: string;
                            /** @description The e-mail is proven */
                            emailVerified: boolean;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["RefusedByAccounts"];
            401: components["responses"]["RefusedByAccounts"];
            403: components["responses"]["RefusedByAccounts"];
            404: components["responses"]["RefusedByAccounts"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RefusedByAccounts"];
            429: components["responses"]["RefusedByAccounts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "accounts.sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether it was done */
                        success: boolean;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["RefusedByAccounts"];
            401: components["responses"]["RefusedByAccounts"];
            403: components["responses"]["RefusedByAccounts"];
            404: components["responses"]["RefusedByAccounts"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RefusedByAccounts"];
            429: components["responses"]["RefusedByAccounts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "accounts.get-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ({
                        /** @description The session */
                        session: {
                            /** @description The session */
                            id: string;
                            /** @description Its account */
                            userId: string;
                            /**
                             * Format: date-time
                             * @description Until then it counts
                             */
                            expiresAt: string;
                        } & {
                            [key: string]: unknown;
                        };
                        /** @description The account */
                        user: {
                            /** @description The account */
                            id: string;
                            /** @description Name people see */
                            name: string;
                            /**
                             * @description E-mail
                             * @example ann@acme.example
                             */
                            email: string;
                            /** @description The e-mail is proven */
                            emailVerified: boolean;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    }) | null;
                };
            };
            400: components["responses"]["RefusedByAccounts"];
            401: components["responses"]["RefusedByAccounts"];
            403: components["responses"]["RefusedByAccounts"];
            404: components["responses"]["RefusedByAccounts"];
            422: components["responses"]["RefusedByAccounts"];
            429: components["responses"]["RefusedByAccounts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "accounts.list-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ({
                        /** @description The session */
                        id: string;
                        /** @description Its account */
                        userId: string;
                        /**
                         * Format: date-time
                         * @description Until then it counts
                         */
                        expiresAt: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                };
            };
            400: components["responses"]["RefusedByAccounts"];
            401: components["responses"]["RefusedByAccounts"];
            403: components["responses"]["RefusedByAccounts"];
            404: components["responses"]["RefusedByAccounts"];
            422: components["responses"]["RefusedByAccounts"];
            429: components["responses"]["RefusedByAccounts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "accounts.revoke-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As /list-sessions shows it */
                    token: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether it was done */
                        status: boolean;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["RefusedByAccounts"];
            401: components["responses"]["RefusedByAccounts"];
            403: components["responses"]["RefusedByAccounts"];
            404: components["responses"]["RefusedByAccounts"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RefusedByAccounts"];
            429: components["responses"]["RefusedByAccounts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "accounts.revoke-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether it was done */
                        status: boolean;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["RefusedByAccounts"];
            401: components["responses"]["RefusedByAccounts"];
            403: components["responses"]["RefusedByAccounts"];
            404: components["responses"]["RefusedByAccounts"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RefusedByAccounts"];
            429: components["responses"]["RefusedByAccounts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "accounts.revoke-other-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether it was done */
                        status: boolean;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["RefusedByAccounts"];
            401: components["responses"]["RefusedByAccounts"];
            403: components["responses"]["RefusedByAccounts"];
            404: components["responses"]["RefusedByAccounts"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RefusedByAccounts"];
            429: components["responses"]["RefusedByAccounts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "accounts.verify-email": {
        parameters: {
            query: {
                /** @description Of the link in the mail */
                token: string;
                /** @description A page of the service's own to go on to */
                callbackURL?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether it was done */
                        status: boolean;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Redirects to a page. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["RefusedByAccounts"];
            401: components["responses"]["RefusedByAccounts"];
            403: components["responses"]["RefusedByAccounts"];
            404: components["responses"]["RefusedByAccounts"];
            422: components["responses"]["RefusedByAccounts"];
            429: components["responses"]["RefusedByAccounts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "accounts.send-verification-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description E-mail
                     * @example ann@acme.example
                     */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether it was done */
                        status: boolean;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["RefusedByAccounts"];
            401: components["responses"]["RefusedByAccounts"];
            403: components["responses"]["RefusedByAccounts"];
            404: components["responses"]["RefusedByAccounts"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RefusedByAccounts"];
            429: components["responses"]["RefusedByAccounts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "accounts.request-password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description E-mail
                     * @example ann@acme.example
                     */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether it was done */
                        status: boolean;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["RefusedByAccounts"];
            401: components["responses"]["RefusedByAccounts"];
            403: components["responses"]["RefusedByAccounts"];
            404: components["responses"]["RefusedByAccounts"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RefusedByAccounts"];
            429: components["responses"]["RefusedByAccounts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "accounts.reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Of the link in the mail */
                    token: string;
                    /** @description Password */
                    newPassword: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether it was done */
                        status: boolean;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["RefusedByAccounts"];
            401: components["responses"]["RefusedByAccounts"];
            403: components["responses"]["RefusedByAccounts"];
            404: components["responses"]["RefusedByAccounts"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RefusedByAccounts"];
            429: components["responses"]["RefusedByAccounts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "accounts.change-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Password */
                    currentPassword: string;
                    /** @description Password */
                    newPassword: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The token of the session that goes on */
                        token: string | null;
                        /** @description The account */
                        user: {
                            /** @description The account */
                            id: string;
                            /** @description Name people see */
                            name: string;
                            /**
                             * @description E-mail
                             * @example ann@acme.example
                             */
                            email: string;
                            /** @description The e-mail is proven */
                            emailVerified: boolean;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["RefusedByAccounts"];
            401: components["responses"]["RefusedByAccounts"];
            403: components["responses"]["RefusedByAccounts"];
            404: components["responses"]["RefusedByAccounts"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RefusedByAccounts"];
            429: components["responses"]["RefusedByAccounts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "accounts.update-user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name people see */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether it was done */
                        status: boolean;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["RefusedByAccounts"];
            401: components["responses"]["RefusedByAccounts"];
            403: components["responses"]["RefusedByAccounts"];
            404: components["responses"]["RefusedByAccounts"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RefusedByAccounts"];
            429: components["responses"]["RefusedByAccounts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "accounts.device.code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    client_id: "svc-cli";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description For the command line */
                        device_code: string;
                        /** @description For the person, who types it at /device */
                        user_code: string;
                        /** @description The page where it is typed */
                        verification_uri: string;
                        /**
                         * Format: int64
                         * @description Seconds
                         */
                        expires_in: number;
                        /**
                         * Format: int64
                         * @description Seconds between two questions
                         */
                        interval: number;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["RefusedByAccounts"];
            401: components["responses"]["RefusedByAccounts"];
            403: components["responses"]["RefusedByAccounts"];
            404: components["responses"]["RefusedByAccounts"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RefusedByAccounts"];
            429: components["responses"]["RefusedByAccounts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "accounts.device.token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    grant_type: "urn:ietf:params:oauth:grant-type:device_code";
                    /** @description As /device/code answered it */
                    device_code: string;
                    /** @constant */
                    client_id: "svc-cli";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The session's token */
                        access_token: string;
                        /** @description Bearer */
                        token_type: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["RefusedByAccounts"];
            401: components["responses"]["RefusedByAccounts"];
            403: components["responses"]["RefusedByAccounts"];
            404: components["responses"]["RefusedByAccounts"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RefusedByAccounts"];
            429: components["responses"]["RefusedByAccounts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "accounts.device": {
        parameters: {
            query: {
                /** @description The code */
                user_code: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The code */
                        user_code: string;
                        /** @description pending, approved or denied */
                        status: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["RefusedByAccounts"];
            401: components["responses"]["RefusedByAccounts"];
            403: components["responses"]["RefusedByAccounts"];
            404: components["responses"]["RefusedByAccounts"];
            422: components["responses"]["RefusedByAccounts"];
            429: components["responses"]["RefusedByAccounts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "accounts.device.approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As the person typed it */
                    userCode: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether it was done */
                        success: boolean;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["RefusedByAccounts"];
            401: components["responses"]["RefusedByAccounts"];
            403: components["responses"]["RefusedByAccounts"];
            404: components["responses"]["RefusedByAccounts"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RefusedByAccounts"];
            429: components["responses"]["RefusedByAccounts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "accounts.device.deny": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As the person typed it */
                    userCode: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether it was done */
                        success: boolean;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["RefusedByAccounts"];
            401: components["responses"]["RefusedByAccounts"];
            403: components["responses"]["RefusedByAccounts"];
            404: components["responses"]["RefusedByAccounts"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RefusedByAccounts"];
            429: components["responses"]["RefusedByAccounts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "accounts.organization.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name people see */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The workspace's number, as text */
                        id: string;
                        /** @description Name people see */
                        name: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["RefusedByAccounts"];
            401: components["responses"]["RefusedByAccounts"];
            403: components["responses"]["RefusedByAccounts"];
            404: components["responses"]["RefusedByAccounts"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RefusedByAccounts"];
            429: components["responses"]["RefusedByAccounts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "accounts.organization.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The workspace's number, as text */
                    organizationId: string;
                    /** @description The new values */
                    data: {
                        /** @description Name people see */
                        name: string;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The workspace's number, as text */
                        id: string;
                        /** @description Name people see */
                        name: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["RefusedByAccounts"];
            401: components["responses"]["RefusedByAccounts"];
            403: components["responses"]["RefusedByAccounts"];
            404: components["responses"]["RefusedByAccounts"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RefusedByAccounts"];
            429: components["responses"]["RefusedByAccounts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "accounts.organization.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ({
                        /** @description The workspace's number, as text */
                        id: string;
                        /** @description Name people see */
                        name: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                };
            };
            400: components["responses"]["RefusedByAccounts"];
            401: components["responses"]["RefusedByAccounts"];
            403: components["responses"]["RefusedByAccounts"];
            404: components["responses"]["RefusedByAccounts"];
            422: components["responses"]["RefusedByAccounts"];
            429: components["responses"]["RefusedByAccounts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "accounts.organization.set-active": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The workspace's number, as text */
                    organizationId: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ({
                        /** @description The workspace's number, as text */
                        id: string;
                        /** @description Name people see */
                        name: string;
                    } & {
                        [key: string]: unknown;
                    }) | null;
                };
            };
            400: components["responses"]["RefusedByAccounts"];
            401: components["responses"]["RefusedByAccounts"];
            403: components["responses"]["RefusedByAccounts"];
            404: components["responses"]["RefusedByAccounts"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RefusedByAccounts"];
            429: components["responses"]["RefusedByAccounts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "accounts.organization.get-full-organization": {
        parameters: {
            query?: {
                /** @description The workspace's number, as text */
                organizationId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ({
                        /** @description The workspace's number, as text */
                        id: string;
                        /** @description Name people see */
                        name: string;
                        /** @description Its people */
                        members: ({
                            /** @description The membership */
                            id: string;
                            /** @description The account */
                            userId: string;
                            /**
                             * @description The member's role
                             * @enum {string}
                             */
                            role: "owner" | "member";
                        } & {
                            [key: string]: unknown;
                        })[];
                        /** @description Those that were sent */
                        invitations: ({
                            /** @description The invitation */
                            id: string;
                            /**
                             * @description E-mail
                             * @example ann@acme.example
                             */
                            email: string;
                            /**
                             * @description The member's role
                             * @enum {string}
                             */
                            role: "owner" | "member";
                            /** @description pending until it is accepted, rejected or cancelled */
                            status: string;
                            /**
                             * Format: date-time
                             * @description Until then it can be accepted
                             */
                            expiresAt: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                    } & {
                        [key: string]: unknown;
                    }) | null;
                };
            };
            400: components["responses"]["RefusedByAccounts"];
            401: components["responses"]["RefusedByAccounts"];
            403: components["responses"]["RefusedByAccounts"];
            404: components["responses"]["RefusedByAccounts"];
            422: components["responses"]["RefusedByAccounts"];
            429: components["responses"]["RefusedByAccounts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "accounts.organization.list-members": {
        parameters: {
            query?: {
                /** @description The workspace's number, as text */
                organizationId?: string;
                /** @description Members at most */
                limit?: number;
                /** @description Members to pass over */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Its people */
                        members: ({
                            /** @description The membership */
                            id: string;
                            /** @description The account */
                            userId: string;
                            /**
                             * @description The member's role
                             * @enum {string}
                             */
                            role: "owner" | "member";
                        } & {
                            [key: string]: unknown;
                        })[];
                        /**
                         * Format: int64
                         * @description How many
                         */
                        total: number;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["RefusedByAccounts"];
            401: components["responses"]["RefusedByAccounts"];
            403: components["responses"]["RefusedByAccounts"];
            404: components["responses"]["RefusedByAccounts"];
            422: components["responses"]["RefusedByAccounts"];
            429: components["responses"]["RefusedByAccounts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "accounts.organization.get-active-member": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ({
                        /** @description The membership */
                        id: string;
                        /** @description The account */
                        userId: string;
                        /**
                         * @description The member's role
                         * @enum {string}
                         */
                        role: "owner" | "member";
                    } & {
                        [key: string]: unknown;
                    }) | null;
                };
            };
            400: components["responses"]["RefusedByAccounts"];
            401: components["responses"]["RefusedByAccounts"];
            403: components["responses"]["RefusedByAccounts"];
            404: components["responses"]["RefusedByAccounts"];
            422: components["responses"]["RefusedByAccounts"];
            429: components["responses"]["RefusedByAccounts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "accounts.organization.update-member-role": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The workspace's number, as text */
                    organizationId: string;
                    /** @description The membership */
                    memberId: string;
                    /**
                     * @description The member's role
                     * @enum {string}
                     */
                    role: "owner" | "member";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ({
                        /** @description The membership */
                        id: string;
                        /** @description The account */
                        userId: string;
                        /**
                         * @description The member's role
                         * @enum {string}
                         */
                        role: "owner" | "member";
                    } & {
                        [key: string]: unknown;
                    }) | null;
                };
            };
            400: components["responses"]["RefusedByAccounts"];
            401: components["responses"]["RefusedByAccounts"];
            403: components["responses"]["RefusedByAccounts"];
            404: components["responses"]["RefusedByAccounts"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RefusedByAccounts"];
            429: components["responses"]["RefusedByAccounts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "accounts.organization.remove-member": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The workspace's number, as text */
                    organizationId: string;
                    /** @description The membership, or the e-mail */
                    memberIdOrEmail: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The membership */
                        member: {
                            /** @description The membership */
                            id: string;
                            /** @description The account */
                            userId: string;
                            /**
                             * @description The member's role
                             * @enum {string}
                             */
                            role: "owner" | "member";
                        } & {
                            [key: string]: unknown;
                        };
                        /** @description What they set up in the workspace's programs and still works */
                        left_behind: {
                            /**
                             * @description What it is
                             * @enum {string}
                             */
                            kind: "endpoint" | "export" | "channel" | "connection" | "partner_link" | "program_key" | "agent_key";
                            /** @description Null where it is of the whole workspace */
                            program_id: number | null;
                            /** @description What the program is called */
                            program_name: string | null;
                            /** @description The endpoint, export, channel, connection, partner or agent key; null for the program's key */
                            subject_id: string | null;
                            /**
                             * Format: date-time
                             * @description When they last set it
                             */
                            set_at: string;
                            /** @description What to review, in a sentence */
                            summary: string;
                        }[];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["RefusedByAccounts"];
            401: components["responses"]["RefusedByAccounts"];
            403: components["responses"]["RefusedByAccounts"];
            404: components["responses"]["RefusedByAccounts"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RefusedByAccounts"];
            429: components["responses"]["RefusedByAccounts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "accounts.organization.leave": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The workspace's number, as text */
                    organizationId: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The membership */
                        id: string;
                        /** @description The account */
                        userId: string;
                        /**
                         * @description The member's role
                         * @enum {string}
                         */
                        role: "owner" | "member";
                        /** @description What they set up in the workspace's programs and still works */
                        left_behind: {
                            /**
                             * @description What it is
                             * @enum {string}
                             */
                            kind: "endpoint" | "export" | "channel" | "connection" | "partner_link" | "program_key" | "agent_key";
                            /** @description Null where it is of the whole workspace */
                            program_id: number | null;
                            /** @description What the program is called */
                            program_name: string | null;
                            /** @description The endpoint, export, channel, connection, partner or agent key; null for the program's key */
                            subject_id: string | null;
                            /**
                             * Format: date-time
                             * @description When they last set it
                             */
                            set_at: string;
                            /** @description What to review, in a sentence */
                            summary: string;
                        }[];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["RefusedByAccounts"];
            401: components["responses"]["RefusedByAccounts"];
            403: components["responses"]["RefusedByAccounts"];
            404: components["responses"]["RefusedByAccounts"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RefusedByAccounts"];
            429: components["responses"]["RefusedByAccounts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "accounts.organization.invite-member": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The workspace's number, as text */
                    organizationId: string;
                    /**
                     * @description E-mail
                     * @example ann@acme.example
                     */
                    email: string;
                    /**
                     * @description The member's role
                     * @enum {string}
                     */
                    role: "owner" | "member";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The invitation */
                        id: string;
                        /**
                         * @description E-mail
                         * @example ann@acme.example
                         */
                        email: string;
                        /**
                         * @description The member's role
                         * @enum {string}
                         */
                        role: "owner" | "member";
                        /** @description pending until it is accepted, rejected or cancelled */
                        status: string;
                        /**
                         * Format: date-time
                         * @description Until then it can be accepted
                         */
                        expiresAt: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["RefusedByAccounts"];
            401: components["responses"]["RefusedByAccounts"];
            403: components["responses"]["RefusedByAccounts"];
            404: components["responses"]["RefusedByAccounts"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RefusedByAccounts"];
            429: components["responses"]["RefusedByAccounts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "accounts.organization.cancel-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The invitation */
                    invitationId: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The invitation */
                        id: string;
                        /**
                         * @description E-mail
                         * @example ann@acme.example
                         */
                        email: string;
                        /**
                         * @description The member's role
                         * @enum {string}
                         */
                        role: "owner" | "member";
                        /** @description pending until it is accepted, rejected or cancelled */
                        status: string;
                        /**
                         * Format: date-time
                         * @description Until then it can be accepted
                         */
                        expiresAt: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["RefusedByAccounts"];
            401: components["responses"]["RefusedByAccounts"];
            403: components["responses"]["RefusedByAccounts"];
            404: components["responses"]["RefusedByAccounts"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RefusedByAccounts"];
            429: components["responses"]["RefusedByAccounts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "accounts.organization.accept-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The invitation */
                    invitationId: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The invitation */
                        invitation: {
                            /** @description The invitation */
                            id: string;
                            /**
                             * @description E-mail
                             * @example ann@acme.example
                             */
                            email: string;
                            /**
                             * @description The member's role
                             * @enum {string}
                             */
                            role: "owner" | "member";
                            /** @description pending until it is accepted, rejected or cancelled */
                            status: string;
                            /**
                             * Format: date-time
                             * @description Until then it can be accepted
                             */
                            expiresAt: string;
                        } & {
                            [key: string]: unknown;
                        };
                        /** @description The membership */
                        member: {
                            /** @description The membership */
                            id: string;
                            /** @description The account */
                            userId: string;
                            /**
                             * @description The member's role
                             * @enum {string}
                             */
                            role: "owner" | "member";
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["RefusedByAccounts"];
            401: components["responses"]["RefusedByAccounts"];
            403: components["responses"]["RefusedByAccounts"];
            404: components["responses"]["RefusedByAccounts"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RefusedByAccounts"];
            429: components["responses"]["RefusedByAccounts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "accounts.organization.reject-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The invitation */
                    invitationId: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The invitation */
                        invitation: {
                            /** @description The invitation */
                            id: string;
                            /**
                             * @description E-mail
                             * @example ann@acme.example
                             */
                            email: string;
                            /**
                             * @description The member's role
                             * @enum {string}
                             */
                            role: "owner" | "member";
                            /** @description pending until it is accepted, rejected or cancelled */
                            status: string;
                            /**
                             * Format: date-time
                             * @description Until then it can be accepted
                             */
                            expiresAt: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["RefusedByAccounts"];
            401: components["responses"]["RefusedByAccounts"];
            403: components["responses"]["RefusedByAccounts"];
            404: components["responses"]["RefusedByAccounts"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RefusedByAccounts"];
            429: components["responses"]["RefusedByAccounts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "accounts.organization.get-invitation": {
        parameters: {
            query: {
                /** @description The invitation */
                id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The invitation */
                        id: string;
                        /**
                         * @description E-mail
                         * @example ann@acme.example
                         */
                        email: string;
                        /**
                         * @description The member's role
                         * @enum {string}
                         */
                        role: "owner" | "member";
                        /** @description pending until it is accepted, rejected or cancelled */
                        status: string;
                        /**
                         * Format: date-time
                         * @description Until then it can be accepted
                         */
                        expiresAt: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["RefusedByAccounts"];
            401: components["responses"]["RefusedByAccounts"];
            403: components["responses"]["RefusedByAccounts"];
            404: components["responses"]["RefusedByAccounts"];
            422: components["responses"]["RefusedByAccounts"];
            429: components["responses"]["RefusedByAccounts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "accounts.organization.list-invitations": {
        parameters: {
            query?: {
                /** @description The workspace's number, as text */
                organizationId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ({
                        /** @description The invitation */
                        id: string;
                        /**
                         * @description E-mail
                         * @example ann@acme.example
                         */
                        email: string;
                        /**
                         * @description The member's role
                         * @enum {string}
                         */
                        role: "owner" | "member";
                        /** @description pending until it is accepted, rejected or cancelled */
                        status: string;
                        /**
                         * Format: date-time
                         * @description Until then it can be accepted
                         */
                        expiresAt: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                };
            };
            400: components["responses"]["RefusedByAccounts"];
            401: components["responses"]["RefusedByAccounts"];
            403: components["responses"]["RefusedByAccounts"];
            404: components["responses"]["RefusedByAccounts"];
            422: components["responses"]["RefusedByAccounts"];
            429: components["responses"]["RefusedByAccounts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "accounts.organization.list-user-invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ({
                        /** @description The invitation */
                        id: string;
                        /**
                         * @description E-mail
                         * @example ann@acme.example
                         */
                        email: string;
                        /**
                         * @description The member's role
                         * @enum {string}
                         */
                        role: "owner" | "member";
                        /** @description pending until it is accepted, rejected or cancelled */
                        status: string;
                        /**
                         * Format: date-time
                         * @description Until then it can be accepted
                         */
                        expiresAt: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                };
            };
            400: components["responses"]["RefusedByAccounts"];
            401: components["responses"]["RefusedByAccounts"];
            403: components["responses"]["RefusedByAccounts"];
            404: components["responses"]["RefusedByAccounts"];
            422: components["responses"]["RefusedByAccounts"];
            429: components["responses"]["RefusedByAccounts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "operators.list": {
        parameters: {
            query?: {
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Operator"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "operators.remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: email
                     * @description The address of the account
                     */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OperatorsRemove"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "workspaces.list": {
        parameters: {
            query?: {
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Workspace"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "members.list": {
        parameters: {
            query?: {
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description The workspace */
                workspace_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Member"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "members.add": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The workspace */
                workspace_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: email
                     * @description The address of the account
                     */
                    email: string;
                    /**
                     * @description An owner may do everything; a member all but keys, connections and people
                     * @enum {string}
                     */
                    role: "owner" | "member";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MembersAdd"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "members.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The workspace */
                workspace_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: email
                     * @description The address of the account
                     */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MembersRemove"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "invitations.list": {
        parameters: {
            query?: {
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description The workspace */
                workspace_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Invitation"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "invitations.cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The workspace */
                workspace_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: email
                     * @description The address of the account
                     */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["InvitationsCancel"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "programs.list": {
        parameters: {
            query?: {
                /** @description Only those of this workspace */
                workspace_id?: number;
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Program"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "programs.create": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible ASCII characters, new for each creation. The same call with the same key is done once and gets the same answer for 24 hours.
                 * @example a1f0b6de-6f4e-4a5c-9d7e-0c5a4b1e2f3d
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name people see */
                    name: string;
                    /**
                     * Format: int64
                     * @description The workspace it belongs to; may be left out by who belongs to one only
                     */
                    workspace_id?: number;
                    /**
                     * @description Which of a visitor's clicks counts
                     * @enum {string}
                     */
                    attribution_model?: "last_click" | "first_click";
                    /** @description How long a browser keeps a click; 60 in a new program */
                    cookie_window_days?: number;
                    /** @description How old a click may be when a sale comes; 60 in a new program */
                    attribution_window_days?: number;
                    /** @description How long a commission is held after its sale; 15 in a new program */
                    hold_period_days?: number;
                    /**
                     * @description Whether leads that only a browser reported count; server_required in a new program
                     * @enum {string}
                     */
                    lead_auth?: "any" | "server_required";
                    /**
                     * @description Whether a server's call that names only the customer settles what a browser claimed, or only one that names the click; customer in a new program
                     * @enum {string}
                     */
                    lead_settlement?: "customer" | "click";
                    /** @description Platform fee in hundredths of a percent of a sale; the operator's alone */
                    platform_fee_bps?: number;
                    /**
                     * @description What a partner earns by a sale
                     * @example {
                     *       "type": "percentage",
                     *       "rate_bps": 2000
                     *     }
                     */
                    commission?: {
                        /** @constant */
                        type: "percentage";
                        /** @description Hundredths of a percent of the sale */
                        rate_bps: number;
                        /** @description Months from a subscription's first sale; null for life, 0 that sale only */
                        duration_months?: number | null;
                    } | {
                        /** @constant */
                        type: "flat";
                        /** @description In the currency's smallest unit */
                        amount_cents: number;
                        /**
                         * @description The currency it is paid in, regardless of the sale's; nothing is converted
                         * @enum {string}
                         */
                        currency: "USD" | "EUR" | "VND";
                        /** @description Months from a subscription's first sale; null for life, 0 that sale only */
                        duration_months?: number | null;
                    };
                    /**
                     * @description Whether people may sign up as partners themselves, and whether the brand approves each; closed in a new program
                     * @enum {string}
                     */
                    partner_sign_up?: "closed" | "by_approval" | "open";
                    /** @description The brand's site, which partners' links lead to; null for none */
                    site_url?: string | null;
                    /**
                     * @description The colour of the pages that partners see, where it can be read; null for ours
                     * @example #0b6a72
                     */
                    brand_color?: string | null;
                    /**
                     * @description The brand's own host that partners' links begin with, by https; its DNS leads to the service. Null for the service's own address
                     * @example go.acme.example
                     */
                    link_domain?: string | null;
                    /**
                     * @description Further hosts that partners' links may lead to, besides the brand's site and its subdomains; none in a new program
                     * @example [
                     *       "shop.acme.example"
                     *     ]
                     */
                    link_hosts?: string[];
                    /**
                     * @description Of a payment with a partner's discount code and another's click: which counts; click in a new program. Renewals and customers frozen by a first sale take precedence over both
                     * @enum {string}
                     */
                    coupon_precedence?: "click" | "coupon";
                    /**
                     * @description Whose refunds lower the platform fee of a payment that its provider verified: any, or only those that a provider verified; any in a new program; the operator's alone
                     * @enum {string}
                     */
                    fee_refunds?: "any" | "verified";
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Program"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["LimitReached"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "programs.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Program"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "programs.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description New name */
                    name?: string;
                    /**
                     * @description An inactive program takes no clicks and no calls
                     * @enum {string}
                     */
                    status?: "active" | "inactive";
                    /**
                     * @description Which of a visitor's clicks counts
                     * @enum {string}
                     */
                    attribution_model?: "last_click" | "first_click";
                    /** @description How long a browser keeps a click; 60 in a new program */
                    cookie_window_days?: number;
                    /** @description How old a click may be when a sale comes; 60 in a new program */
                    attribution_window_days?: number;
                    /** @description How long a commission is held after its sale; 15 in a new program */
                    hold_period_days?: number;
                    /**
                     * @description Whether leads that only a browser reported count; server_required in a new program
                     * @enum {string}
                     */
                    lead_auth?: "any" | "server_required";
                    /**
                     * @description Whether a server's call that names only the customer settles what a browser claimed, or only one that names the click; customer in a new program
                     * @enum {string}
                     */
                    lead_settlement?: "customer" | "click";
                    /** @description Platform fee in hundredths of a percent of a sale; the operator's alone */
                    platform_fee_bps?: number;
                    /** @description What a partner earns by a sale */
                    commission?: {
                        /** @constant */
                        type: "percentage";
                        /** @description Hundredths of a percent of the sale */
                        rate_bps: number;
                        /** @description Months from a subscription's first sale; null for life, 0 that sale only */
                        duration_months: number | null;
                    } | {
                        /** @constant */
                        type: "flat";
                        /** @description In the currency's smallest unit */
                        amount_cents: number;
                        /**
                         * @description The currency it is paid in, regardless of the sale's; nothing is converted
                         * @enum {string}
                         */
                        currency: "USD" | "EUR" | "VND";
                        /** @description Months from a subscription's first sale; null for life, 0 that sale only */
                        duration_months: number | null;
                    };
                    /**
                     * @description Whether people may sign up as partners themselves, and whether the brand approves each; closed in a new program
                     * @enum {string}
                     */
                    partner_sign_up?: "closed" | "by_approval" | "open";
                    /** @description The brand's site, which partners' links lead to; null for none */
                    site_url?: string | null;
                    /**
                     * @description The colour of the pages that partners see, where it can be read; null for ours
                     * @example #0b6a72
                     */
                    brand_color?: string | null;
                    /**
                     * @description The brand's own host that partners' links begin with, by https; its DNS leads to the service. Null for the service's own address
                     * @example go.acme.example
                     */
                    link_domain?: string | null;
                    /**
                     * @description Further hosts that partners' links may lead to, besides the brand's site and its subdomains; none in a new program
                     * @example [
                     *       "shop.acme.example"
                     *     ]
                     */
                    link_hosts?: string[];
                    /**
                     * @description Of a payment with a partner's discount code and another's click: which counts; click in a new program. Renewals and customers frozen by a first sale take precedence over both
                     * @enum {string}
                     */
                    coupon_precedence?: "click" | "coupon";
                    /**
                     * @description Whose refunds lower the platform fee of a payment that its provider verified: any, or only those that a provider verified; any in a new program; the operator's alone
                     * @enum {string}
                     */
                    fee_refunds?: "any" | "verified";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Program"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "programs.status": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProgramsStatus"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "programs.readiness": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProgramsReadiness"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "programs.verify": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProgramsVerify"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "programs.overview": {
        parameters: {
            query?: {
                /** @description The first day; 30 days before the end when left out */
                from?: string;
                /** @description The day behind the last one; tomorrow when left out */
                before?: string;
                /** @description Only tests, in place of live events */
                is_test?: boolean;
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProgramsOverview"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "programs.performance": {
        parameters: {
            query?: {
                /** @description So many days, today included; 30d when left out */
                period?: "7d" | "30d" | "90d" | "all";
                /** @description The first day, in place of a period */
                from?: string;
                /** @description The last day; today when left out */
                to?: string;
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProgramsPerformance"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "demos.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The workspace it belongs to */
                workspace_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Demo"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "demos.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DemosRemove"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "keys.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Key"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "keys.regenerate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["KeysRegenerate"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "keys.flag": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description From then on the key is refused; moves an earlier deadline */
                    deadline: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["KeysFlag"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "keys.unflag": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["KeysUnflag"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "keys.report": {
        parameters: {
            query?: {
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["KeysReport"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent-keys.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The workspace whose programs it may see */
                workspace_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What it is for; agent when left out
                     * @default agent
                     */
                    name?: string;
                    /** @description Its scopes, of programs:read, programs:write, programs:terms, partners:read, partners:write, events:read, commissions:read, tracking:test */
                    scopes: ("programs:read" | "programs:write" | "programs:terms" | "partners:read" | "partners:write" | "events:read" | "commissions:read" | "tracking:test")[];
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AgentKeysCreate"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent-keys.revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The key's id */
                agent_key_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AgentKey"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent-keys.list": {
        parameters: {
            query?: {
                /** @description Only those of this workspace */
                workspace_id?: number;
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["AgentKey"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "partners.list": {
        parameters: {
            query?: {
                /** @description Which come first; the oldest when left out */
                order?: "oldest" | "newest";
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Partner"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "partners.add": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible ASCII characters, new for each creation. The same call with the same key is done once and gets the same answer for 24 hours.
                 * @example a1f0b6de-6f4e-4a5c-9d7e-0c5a4b1e2f3d
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name people see */
                    name: string;
                    /**
                     * @description What its links carry as `aff`; unique in the installation, regardless of case
                     * @example anna
                     */
                    code: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Partner"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["PartnerCodeTaken"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "partners.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The partner's id */
                partner_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Partner"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "partners.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The partner's id */
                partner_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description New name */
                    name?: string;
                    /**
                     * @description Links of an inactive partner earn nothing
                     * @enum {string}
                     */
                    status?: "active" | "inactive";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Partner"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "partners.link": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The partner's id */
                partner_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description Days it opens the page; 30 when left out
                     * @default 30
                     */
                    expires_in_days?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PartnersLink"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "partners.revoke-links": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The partner's id */
                partner_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PartnersRevokeLinks"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "partners.show-email": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The partner's id */
                partner_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PartnersShowEmail"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "partners.set-email": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The partner's id */
                partner_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Where its sign-in links are mailed to; one address is one partner of a program */
                    email: string & (unknown & unknown);
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PartnersSetEmail"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["PartnerEmailTaken"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "partners.remove-email": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The partner's id */
                partner_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PartnersRemoveEmail"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "applications.list": {
        parameters: {
            query?: {
                /** @description Only those of this status */
                status?: "pending" | "approved" | "declined";
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Application"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "applications.approve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The application's id */
                application_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description What its links carry as `aff`; the code it asked for when left out */
                    code?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Partner"];
                        /** @description Whether the applicant gets a mail */
                        mail: {
                            /** @description Whether a mail is on its way */
                            is_sent: boolean;
                            /** @description The same in a sentence */
                            message: string;
                        };
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ApplicationDecidedOrPartnerCodeTakenOrPartnerEmailTaken"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "applications.decline": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The application's id */
                application_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApplicationsDecline"];
                        /** @description Whether the applicant gets a mail */
                        mail: {
                            /** @description Whether a mail is on its way */
                            is_sent: boolean;
                            /** @description The same in a sentence */
                            message: string;
                        };
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ApplicationDecided"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "policies.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The product_id that sales carry */
                product_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Policy"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "policies.set": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The product_id that sales carry */
                product_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "percentage";
                    /** @description Hundredths of a percent of the sale */
                    rate_bps: number;
                    /** @description Months from a subscription's first sale; null for life, 0 that sale only */
                    duration_months?: number | null;
                } | {
                    /** @constant */
                    type: "flat";
                    /** @description In the currency's smallest unit */
                    amount_cents: number;
                    /**
                     * @description The currency it is paid in, regardless of the sale's; nothing is converted
                     * @enum {string}
                     */
                    currency: "USD" | "EUR" | "VND";
                    /** @description Months from a subscription's first sale; null for life, 0 that sale only */
                    duration_months?: number | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Policy"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "policies.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The product_id that sales carry */
                product_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Policy"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "policies.list": {
        parameters: {
            query?: {
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Policy"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "coupons.list": {
        parameters: {
            query?: {
                /** @description Only of this partner */
                partner_id?: number;
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Coupon"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "coupons.add": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: int64
                     * @description The partner it belongs to
                     */
                    partner_id: number;
                    /** @description The code, as buyers type it; case and invisible characters mean nothing */
                    code: string;
                    /**
                     * @description What providers call it, each as provider:id, where a delivery reports an id and not the code; existing ids stay when left out
                     * @example [
                     *       "stripe:promo_123"
                     *     ]
                     */
                    provider_ids?: string[];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Coupon"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["CouponTaken"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "coupons.move": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: int64
                     * @description The partner it belongs to from now on
                     */
                    partner_id: number;
                    /** @description The code, as buyers type it; case and invisible characters mean nothing */
                    code: string;
                    /**
                     * @description What providers call it, each as provider:id, where a delivery reports an id and not the code; existing ids stay when left out
                     * @example [
                     *       "stripe:promo_123"
                     *     ]
                     */
                    provider_ids?: string[];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Coupon"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["CouponTaken"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "coupons.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The code, as buyers type it; case and invisible characters mean nothing */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Coupon"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "connections.list": {
        parameters: {
            query?: {
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Connection"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "connections.add": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible ASCII characters, new for each creation. The same call with the same key is done once and gets the same answer for 24 hours.
                 * @example a1f0b6de-6f4e-4a5c-9d7e-0c5a4b1e2f3d
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The payment provider
                     * @enum {string}
                     */
                    provider: "stripe" | "polar" | "dodo" | "paddle" | "lemonsqueezy" | "creem" | "sepay" | "payos" | "apipay" | "x402" | "razorpay" | "revenuecat" | "shopify" | "mollie" | "chargebee" | "recurly";
                    /**
                     * @description False: its deliveries are tests, never sales
                     * @default true
                     */
                    livemode?: boolean;
                    /** @description The provider's signing secret; never shown again */
                    signing_secret?: string;
                    /** @description In place of signing_secret, while one replaces the other */
                    signing_secrets?: string[];
                    /** @description In place of signing_secret: the webhook endpoint is made at the provider; never shown again */
                    api_key?: string;
                    /** @description With api_key, for Lemon Squeezy accounts with several stores: its id or name */
                    store?: string;
                    /** @description What Stripe's client_reference_id holds, for Payment Links and buy buttons; null if it is not read */
                    client_reference?: ("customer_key" | "click_id") | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ConnectionsAdd"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["AddressNotPublic"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReusedOrProviderRefused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "connections.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The connection */
                connection_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Connection"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "connections.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The connection */
                connection_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ConnectionsRemove"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "connections.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The connection */
                connection_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description A disabled connection takes no deliveries
                     * @enum {string}
                     */
                    status?: "active" | "disabled";
                    /** @description Deliveries in test mode are flagged and never become sales */
                    livemode?: boolean;
                    /** @description What Stripe's client_reference_id holds, for Payment Links and buy buttons; null if it is not read */
                    client_reference?: ("customer_key" | "click_id") | null;
                    /** @description A new secret next to the newest one */
                    signing_secret?: string;
                    /** @description All secrets that are valid from now on */
                    signing_secrets?: string[];
                    /**
                     * @description Only the newest secret stays valid
                     * @constant
                     */
                    keep_newest_secret?: true;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Connection"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "connections.set-api-key": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The connection */
                connection_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The provider's API key; never shown again */
                    api_key: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ConnectionsSetApiKey"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ProviderRefused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "connections.remove-api-key": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The connection */
                connection_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ConnectionsRemoveApiKey"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "endpoints.list": {
        parameters: {
            query?: {
                /** @description Only those of this partner */
                partner_id?: number;
                /** @description Only those with this status */
                status?: "active" | "paused";
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Endpoint"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "endpoints.create": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible ASCII characters, new for each creation. The same call with the same key is done once and gets the same answer for 24 hours.
                 * @example a1f0b6de-6f4e-4a5c-9d7e-0c5a4b1e2f3d
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Where messages go: by https, at a public address. A postback's holds placeholders such as {click_id} */
                    url: string;
                    /** @description What it is for */
                    description?: string | null;
                    /** @description Its messages; all but click.recorded when left out */
                    event_types?: ("click.recorded" | "lead.recorded" | "lead.settled" | "sale.recorded" | "sale.parked" | "sale.changed" | "commission.created" | "commission.approved" | "commission.reduced" | "commission.reversed" | "commission.restored" | "commission.paid" | "commission.returned" | "refund.recorded" | "dispute.opened" | "dispute.won" | "dispute.lost" | "partner.joined" | "payout.created" | "payout.paid" | "payout.cancelled" | "payout.returned" | "key.rotation_required" | "replay.applied" | "row.corrected")[];
                    /**
                     * @description thin: only ids; full: the complete objects
                     * @default full
                     * @enum {string}
                     */
                    payload?: "thin" | "full";
                    /**
                     * Format: int64
                     * @description Makes it a postback of this partner; the brand's own when left out
                     */
                    partner_id?: number;
                    /**
                     * @description How a postback is called; post when left out
                     * @enum {string}
                     */
                    method?: "post" | "get";
                    /** @description Starts with events recorded at that time, instead of with new ones */
                    since?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Endpoint"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["LimitReached"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "endpoints.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The endpoint's id */
                endpoint_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Endpoint"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "endpoints.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The endpoint's id */
                endpoint_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EndpointsRemove"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "endpoints.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The endpoint's id */
                endpoint_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Where messages go: by https, at a public address. A postback's holds placeholders such as {click_id} */
                    url?: string;
                    /** @description What it is for */
                    description?: string | null;
                    /** @description Its messages; all but click.recorded when left out */
                    event_types?: ("click.recorded" | "lead.recorded" | "lead.settled" | "sale.recorded" | "sale.parked" | "sale.changed" | "commission.created" | "commission.approved" | "commission.reduced" | "commission.reversed" | "commission.restored" | "commission.paid" | "commission.returned" | "refund.recorded" | "dispute.opened" | "dispute.won" | "dispute.lost" | "partner.joined" | "payout.created" | "payout.paid" | "payout.cancelled" | "payout.returned" | "key.rotation_required" | "replay.applied" | "row.corrected")[];
                    /**
                     * @description thin: only ids; full: the complete objects
                     * @enum {string}
                     */
                    payload?: "thin" | "full";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Endpoint"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "endpoints.show-secret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The endpoint's id */
                endpoint_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EndpointsShowSecret"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "endpoints.rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The endpoint's id */
                endpoint_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EndpointsShowSecret"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "endpoints.test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The endpoint's id */
                endpoint_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EndpointsTest"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "endpoints.pause": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The endpoint's id */
                endpoint_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Endpoint"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "endpoints.resume": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The endpoint's id */
                endpoint_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Endpoint"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "endpoints.redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The endpoint's id */
                endpoint_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Messages created then or later */
                    since: string;
                    /** @description And before this time; until now when left out */
                    before?: string;
                    /**
                     * @description Only those that ended like this
                     * @enum {string}
                     */
                    status?: "delivered" | "failed";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EndpointsRedeliver"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "messages.list": {
        parameters: {
            query?: {
                /** @description Only those with this status */
                status?: "pending" | "delivered" | "failed";
                /** @description Only of this type, such as sale.recorded */
                type?: string;
                /** @description Only those created since then */
                since?: string;
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The endpoint */
                endpoint_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Message"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "messages.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The endpoint */
                endpoint_id: number;
                /** @description The message, by its number */
                message_no: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MessagesShow"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "messages.redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The endpoint */
                endpoint_id: number;
                /** @description The message, by its number */
                message_no: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MessagesShow"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "notices.show": {
        parameters: {
            query?: {
                /** @description Whose choice; your own if omitted. Only operators may name another person */
                email?: string;
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NoticesShow"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "notices.set": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * Format: email
                     * @description Whose choice; your own if omitted. Only operators may name another person
                     */
                    email?: string;
                    /**
                     * @description Kinds to turn on
                     * @default []
                     */
                    on?: ("first_sale" | "deliveries_failed" | "deliveries_refused" | "deliveries_stopped" | "endpoint_paused" | "export_failed" | "parked_long" | "key_rotation" | "payouts_due" | "verification_failed" | "daily_digest" | "weekly_digest")[];
                    /**
                     * @description Kinds to turn off
                     * @default []
                     */
                    off?: ("first_sale" | "deliveries_failed" | "deliveries_refused" | "deliveries_stopped" | "endpoint_paused" | "export_failed" | "parked_long" | "key_rotation" | "payouts_due" | "verification_failed" | "daily_digest" | "weekly_digest")[];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NoticesShow"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "notices.list": {
        parameters: {
            query?: {
                /** @description Only of this kind */
                kind?: "first_sale" | "deliveries_failed" | "deliveries_refused" | "deliveries_stopped" | "endpoint_paused" | "export_failed" | "parked_long" | "key_rotation" | "payouts_due" | "verification_failed" | "daily_digest" | "weekly_digest" | "test";
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Notice"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "notice-channels.list": {
        parameters: {
            query?: {
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["NoticeChannel"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "notice-channels.add": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible ASCII characters, new for each creation. The same call with the same key is done once and gets the same answer for 24 hours.
                 * @example a1f0b6de-6f4e-4a5c-9d7e-0c5a4b1e2f3d
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Its name here, such as #affiliates */
                    name: string;
                    /** @description The incoming webhook that the chat tool gave out: by https, at a public address. It is kept encrypted */
                    url: string;
                    /** @description Its notices; all but the daily digest when left out */
                    kinds?: ("first_sale" | "deliveries_failed" | "deliveries_refused" | "deliveries_stopped" | "endpoint_paused" | "export_failed" | "parked_long" | "key_rotation" | "payouts_due" | "verification_failed" | "daily_digest" | "weekly_digest")[];
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NoticeChannel"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "notice-channels.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The channel's id */
                channel_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NoticeChannelsRemove"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "notice-channels.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The channel's id */
                channel_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Its name here, such as #affiliates */
                    name?: string;
                    /** @description The incoming webhook that the chat tool gave out: by https, at a public address. It is kept encrypted */
                    url?: string;
                    /** @description Its notices; all but the daily digest when left out */
                    kinds?: ("first_sale" | "deliveries_failed" | "deliveries_refused" | "deliveries_stopped" | "endpoint_paused" | "export_failed" | "parked_long" | "key_rotation" | "payouts_due" | "verification_failed" | "daily_digest" | "weekly_digest")[];
                    /**
                     * @description Whether it gets notices
                     * @enum {string}
                     */
                    status?: "active" | "paused";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NoticeChannel"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "notice-channels.test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The channel's id */
                channel_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NoticeChannelsTest"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "exports.list": {
        parameters: {
            query?: {
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Export"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "exports.create": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible ASCII characters, new for each creation. The same call with the same key is done once and gets the same answer for 24 hours.
                 * @example a1f0b6de-6f4e-4a5c-9d7e-0c5a4b1e2f3d
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The list, written in full as it is then
                     * @enum {string}
                     */
                    list: "sales" | "commissions" | "adjustments" | "payouts" | "fees" | "refunds" | "disputes" | "customers" | "clicks" | "leads" | "partners" | "events";
                    /**
                     * @description csv, or ndjson: a line of JSON for each row
                     * @default csv
                     * @enum {string}
                     */
                    format?: "csv" | "ndjson";
                    /**
                     * @description folder: below the one that EXPORT_FOLDER names; s3: a bucket
                     * @enum {string}
                     */
                    target: "folder" | "s3";
                    /** @description A folder below the program's own, for a folder */
                    folder?: string;
                    /** @description The bucket's service, such as https://s3.eu-central-1.amazonaws.com, by https at a public address */
                    endpoint?: string;
                    /** @description The bucket */
                    bucket?: string;
                    /** @description Its region; us-east-1 when left out */
                    region?: string;
                    /** @description Prefix of the names of files there */
                    prefix?: string;
                    /** @description The access key */
                    access_key_id?: string;
                    /** @description Its secret; kept encrypted and never shown */
                    secret_access_key?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Export"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "exports.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The export's id */
                export_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ExportsRemove"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "exports.run": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The export's id */
                export_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * Format: date
                     * @description The day it is written for, of UTC; yesterday when left out
                     */
                    day?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ExportsRun"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "exports.runs": {
        parameters: {
            query?: {
                /** @description Only of this export */
                export_id?: number;
                /** @description Only with this status */
                status?: "waiting" | "running" | "done" | "failed";
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["ExportsRuns"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "events.list": {
        parameters: {
            query?: {
                /** @description Only of this type, such as sale_reported */
                type?: string;
                /** @description Only from here: api, browser, operator or a provider */
                source?: string;
                /** @description Only with this outcome */
                outcome?: "recorded" | "duplicate" | "expired" | "parked" | "ignored" | "failed" | "refused" | "pending";
                /** @description true for only tests, false for only live events */
                is_test?: boolean;
                /** @description Only events of this payment, by any of its names */
                transaction_id?: string;
                /** @description Only events of this customer: its click, leads and payments */
                customer_key?: string;
                /** @description Only events of this click: itself, its leads and payments */
                click_id?: string;
                /** @description Only clicks, leads, sales and payouts of this partner */
                partner_id?: number;
                /** @description Only reports of this amount, in the currency's smallest unit; requires from */
                amount_cents?: number;
                /** @description Only received at this time or later */
                from?: string;
                /** @description Only received before this time */
                before?: string;
                /** @description Only after this position in the log: pass the last seq you received to get only new events */
                after_seq?: number;
                /** @description Which come first; the oldest when left out */
                order?: "oldest" | "newest";
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Event"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "audit.list": {
        parameters: {
            query?: {
                /** @description Only of this type, such as sale_reported */
                type?: string;
                /** @description Only received at this time or later */
                from?: string;
                /** @description Only received before this time */
                before?: string;
                /** @description Which come first; the oldest when left out */
                order?: "oldest" | "newest";
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Audit"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "sales.list": {
        parameters: {
            query?: {
                /** @description Only this sale */
                sale_id?: number;
                /** @description Only with this status */
                status?: "recorded" | "disputed" | "refunded" | "reversed";
                /** @description Only with this evidence */
                evidence?: "merchant_asserted" | "chain_verified" | "chain_contradicted" | "operator_accepted";
                /** @description Only of this partner */
                partner_id?: number;
                /** @description Only of this customer */
                customer_key?: string;
                /** @description Only of this subscription */
                subscription_id?: string;
                /** @description Only paid with this partner's discount code, as the partner has it */
                coupon_code?: string;
                /** @description Only of clicks marked so, place 1 of five */
                sub1?: string;
                /** @description Only of clicks marked so, place 2 of five */
                sub2?: string;
                /** @description Only of clicks marked so, place 3 of five */
                sub3?: string;
                /** @description Only of clicks marked so, place 4 of five */
                sub4?: string;
                /** @description Only of clicks marked so, place 5 of five */
                sub5?: string;
                /** @description Only received at this time or later */
                from?: string;
                /** @description Only received before this time */
                before?: string;
                /** @description Which come first; the oldest when left out */
                order?: "oldest" | "newest";
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Sale"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "commissions.list": {
        parameters: {
            query?: {
                /** @description Only with this status */
                status?: "pending" | "approved" | "paid" | "held" | "refunded" | "reversed";
                /** @description Only of this partner */
                partner_id?: number;
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Commission"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "fees.list": {
        parameters: {
            query?: {
                /** @description Only fees that the brand's word alone lowered or would have, or only the others */
                by_word?: boolean;
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Fee"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "refunds.list": {
        parameters: {
            query?: {
                /** @description Only of this sale */
                sale_id?: number;
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Refund"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "customers.list": {
        parameters: {
            query?: {
                /** @description Only of this partner */
                partner_id?: number;
                /** @description customer_key (the default): by key; newest: most recently bound first */
                order?: "customer_key" | "newest";
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Customer"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "clicks.list": {
        parameters: {
            query?: {
                /** @description Only of this partner */
                partner_id?: number;
                /** @description Only of clicks marked so, place 1 of five */
                sub1?: string;
                /** @description Only of clicks marked so, place 2 of five */
                sub2?: string;
                /** @description Only of clicks marked so, place 3 of five */
                sub3?: string;
                /** @description Only of clicks marked so, place 4 of five */
                sub4?: string;
                /** @description Only of clicks marked so, place 5 of five */
                sub5?: string;
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Click"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "leads.list": {
        parameters: {
            query?: {
                /** @description Only of this partner */
                partner_id?: number;
                /** @description Only of this customer */
                customer_key?: string;
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Lead"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "events.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The event */
                event_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EventsShow"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "inbox.list": {
        parameters: {
            query?: {
                /** @description Only received at this time or later */
                from?: string;
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Inbox"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "payments.story": {
        parameters: {
            query?: {
                /** @description The sale */
                sale_id?: number;
                /** @description Any name of the payment */
                transaction_id?: string;
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Payment"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "customers.story": {
        parameters: {
            query?: {
                /** @description The brand's own id of the customer */
                customer_key?: string;
                /** @description The provider's id of the customer, as customers.list has it */
                provider_customer_id?: string;
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CustomersStory"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "deliveries.list": {
        parameters: {
            query?: {
                /** @description Only those that ended like this */
                status?: "failed" | "parked" | "ignored" | "recorded" | "duplicate" | "expired";
                /** @description Only this provider's */
                provider?: "stripe" | "polar" | "dodo" | "paddle" | "lemonsqueezy" | "creem" | "sepay" | "payos" | "apipay" | "x402" | "razorpay" | "revenuecat" | "shopify" | "mollie" | "chargebee" | "recurly";
                /** @description Only those received since then */
                since?: string;
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Delivery"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "deliveries.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description Its event's id, or the provider's id */
                delivery: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DeliveriesShow"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "parked.list": {
        parameters: {
            query?: {
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Parked"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "parked.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The event, as parked.list names it */
                event_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ParkedShow"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "parked.release": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The event, as parked list names it */
                event_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The reason, for later readers */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ParkedRelease"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "tracking-log.list": {
        parameters: {
            query?: {
                /** @description Only this call */
                call?: "click" | "lead" | "sale" | "refund" | "payment-reference";
                /** @description Only refused with this error code */
                code?: string;
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["TrackingLog"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "disputes.list": {
        parameters: {
            query?: {
                /** @description Only in this status */
                status?: "open" | "won" | "lost";
                /** @description Which come first; the oldest when left out */
                order?: "oldest" | "newest";
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Dispute"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "disputes.close": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Any name of the disputed payment */
                    transaction_id: string;
                    /** @description The dispute's id, as disputes list shows it */
                    dispute_id: string;
                    /**
                     * @description How it ended
                     * @enum {string}
                     */
                    result: "won" | "lost";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DisputesClose"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "sales.accept": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The sale's transaction_id */
                    transaction_id: string;
                    /** @description The reason for accepting it */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SalesAccept"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "attributions.list": {
        parameters: {
            query?: {
                /** @description Only these */
                state?: "given" | "removed";
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Attribution"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "attributions.set": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: int64
                     * @description The sale
                     */
                    sale_id?: number;
                    /**
                     * Format: int64
                     * @description The event that waits, as parked list names it, or that reported the sale
                     */
                    event_id?: number;
                    /** @description Any name of the payment */
                    transaction_id?: string;
                    /**
                     * Format: int64
                     * @description The partner it is given to
                     */
                    partner_id?: number;
                    /** @description The partner's code, in place of its id */
                    partner_code?: string;
                    /** @description Attribute it to the partner this customer is bound to, instead of naming a partner */
                    customer_key?: string;
                    /** @description The reason, for later readers */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AttributionsSet"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrNoAttribution"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["AlreadyAttributedOrNotAttributableOrPartnerInactive"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "attributions.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: int64
                     * @description The sale
                     */
                    sale_id?: number;
                    /**
                     * Format: int64
                     * @description The event that waits, as parked list names it, or that reported the sale
                     */
                    event_id?: number;
                    /** @description Any name of the payment */
                    transaction_id?: string;
                    /** @description The reason, for later readers */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AttributionsSet"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotAttributed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "attributions.undo": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: int64
                     * @description The sale
                     */
                    sale_id?: number;
                    /**
                     * Format: int64
                     * @description The event that waits, as parked list names it, or that reported the sale
                     */
                    event_id?: number;
                    /** @description Any name of the payment */
                    transaction_id?: string;
                    /** @description The reason, for later readers */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AttributionsSet"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotAttributed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "commissions.hold": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Which, at most 500 of one call */
                    commission_ids: number[];
                    /** @description The reason, for later readers */
                    reason: string;
                    /** @description What their partners read of why; they never read the reason */
                    partner_note?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Each that was named, once, in their order */
                        data: components["schemas"]["CommissionsHold"][];
                        /** @description Of those it was done to, by currency */
                        totals: {
                            /**
                             * @description The currency; nothing is converted
                             * @example USD
                             * @enum {string}
                             */
                            currency: "USD" | "EUR" | "VND";
                            /**
                             * @description What they come to
                             * @example 4900
                             */
                            amount_cents: number | string;
                            /**
                             * Format: int64
                             * @description How many they are
                             */
                            count: number;
                        }[];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "commissions.release": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Which, at most 500 of one call */
                    commission_ids: number[];
                    /** @description The reason, for later readers */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Each that was named, once, in their order */
                        data: components["schemas"]["CommissionsHold"][];
                        /** @description Of those it was done to, by currency */
                        totals: {
                            /**
                             * @description The currency; nothing is converted
                             * @example USD
                             * @enum {string}
                             */
                            currency: "USD" | "EUR" | "VND";
                            /**
                             * @description What they come to
                             * @example 4900
                             */
                            amount_cents: number | string;
                            /**
                             * Format: int64
                             * @description How many they are
                             */
                            count: number;
                        }[];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "commissions.approve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Which, at most 500 of one call */
                    commission_ids: number[];
                    /** @description The reason, for later readers */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Each that was named, once, in their order */
                        data: components["schemas"]["CommissionsHold"][];
                        /** @description Of those it was done to, by currency */
                        totals: {
                            /**
                             * @description The currency; nothing is converted
                             * @example USD
                             * @enum {string}
                             */
                            currency: "USD" | "EUR" | "VND";
                            /**
                             * @description What they come to
                             * @example 4900
                             */
                            amount_cents: number | string;
                            /**
                             * Format: int64
                             * @description How many they are
                             */
                            count: number;
                        }[];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "adjustments.list": {
        parameters: {
            query?: {
                /** @description Only of this partner */
                partner_id?: number;
                /** @description Only in this currency */
                currency?: "USD" | "EUR" | "VND";
                /** @description Only what is owed, or only what is taken off */
                direction?: "owed" | "taken_off";
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Adjustment"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "imports.list": {
        parameters: {
            query?: {
                /** @description Which come first; the oldest when left out */
                order?: "oldest" | "newest";
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Import"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "imports.start": {
        parameters: {
            query?: {
                /** @description With a body of text/csv: Whose export it is; csv is a file of your own */
                tool?: "rewardful" | "firstpromoter" | "tolt" | "dub" | "lemonsqueezy" | "csv";
                /** @description With a body of text/csv: False only says what would be added, and records nothing */
                is_applied?: boolean;
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Whose export it is; csv is a file of your own
                     * @enum {string}
                     */
                    tool: "rewardful" | "firstpromoter" | "tolt" | "dub" | "lemonsqueezy" | "csv";
                    /**
                     * @description False only says what would be added, and records nothing
                     * @default false
                     */
                    is_applied?: boolean;
                    /** @description The file as it is, in UTF-8 */
                    csv: string;
                };
                "text/csv": string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Import"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ImportRunning"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "imports.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The import */
                import_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Import"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "payouts.preview": {
        parameters: {
            query?: {
                /** @description Only this partner */
                partner_id?: number;
                /** @description Only in this currency */
                currency?: "USD" | "EUR" | "VND";
                /** @description Only what comes to this much; everything that is owed or owing when left out */
                minimum_cents?: number;
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["PayoutsPreview"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "payouts.list": {
        parameters: {
            query?: {
                /** @description Only with this status */
                status?: "created" | "paid" | "cancelled" | "returned";
                /** @description Only of this partner */
                partner_id?: number;
                /** @description Only in this currency */
                currency?: "USD" | "EUR" | "VND";
                /** @description Which come first; the oldest when left out */
                order?: "oldest" | "newest";
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Payout"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "payouts.create": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible ASCII characters, new for each creation. The same call with the same key is done once and gets the same answer for 24 hours.
                 * @example a1f0b6de-6f4e-4a5c-9d7e-0c5a4b1e2f3d
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description Only in this currency; only the operator may leave it out, for all of them
                     * @enum {string}
                     */
                    currency?: "USD" | "EUR" | "VND";
                    /** @description Only what comes to this much, in the currency's smallest unit; 1 when left out */
                    minimum_cents?: number;
                    /**
                     * Format: int64
                     * @description Only this partner
                     */
                    partner_id?: number;
                    /**
                     * @description Leave out partners without a payout recipient
                     * @default false
                     */
                    only_with_recipient?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The payouts that were made */
                        data: components["schemas"]["Payout"][];
                        /** @description Whom it does not pay, and why */
                        left_out?: {
                            /**
                             * Format: int64
                             * @description The partner
                             */
                            partner_id: number;
                            /**
                             * @description The currency
                             * @enum {string}
                             */
                            currency: "USD" | "EUR" | "VND";
                            /**
                             * @description What is owed as before
                             * @example 4900
                             */
                            owed_cents: number | string;
                            /**
                             * @description Why it is not paid
                             * @enum {string}
                             */
                            reason: "too_large" | "no_recipient" | "call_is_full";
                            /** @description Why, in a sentence */
                            message: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "payouts.mark-paid": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The payout's id */
                payout_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description How it was paid, such as paypal */
                    method?: string | null;
                    /** @description The bank's reference */
                    reference?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PayoutsMarkPaid"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["PayoutClosed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "payouts.cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The payout's id */
                payout_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PayoutsMarkPaid"];
                        /** @description Warnings for the caller */
                        warnings?: {
                            /** @constant */
                            code: "payout_was_exported";
                            /** @description What to do about it */
                            message: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["PayoutClosed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "payouts.mark-returned": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The payout's id */
                payout_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Why it came back */
                    reason?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PayoutsMarkPaid"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["PayoutClosed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "payouts.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The payout's id */
                payout_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PayoutsMarkPaid"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "payouts.items": {
        parameters: {
            query?: {
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The payout's id */
                payout_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["PayoutsItems"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "payouts.export": {
        parameters: {
            query: {
                /** @description The tool that pays */
                tool: "paypal" | "wise";
                /** @description The currency; nothing is converted */
                currency: "USD" | "EUR" | "VND";
                /** @description Only these payouts; all that wait to be paid when left out */
                payout_ids?: number[];
                /** @description For Wise: the currency of the payer's balance; the payouts' own when left out */
                source_currency?: string;
                /** @description For PayPal accounts of countries that write 12,34 */
                decimal_comma?: boolean;
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PayoutsExport"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "payouts.record-results": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Whose file it is; `bank` is any other's, with the columns payout_id and status
                     * @enum {string}
                     */
                    tool: "paypal" | "wise" | "bank";
                    /** @description The file, as the tool gave it */
                    csv: string;
                    /**
                     * @description Record it; else nothing is changed
                     * @default false
                     */
                    apply?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Each line, in their order */
                        data: components["schemas"]["PayoutsRecordResults"][];
                        /** @description By result and currency */
                        totals: {
                            /**
                             * @description Their result
                             * @enum {string}
                             */
                            result: "paid" | "cancelled" | "returned" | "unchanged" | "waits" | "fault";
                            /** @description Nothing is converted */
                            currency: ("USD" | "EUR" | "VND") | null;
                            /**
                             * @description What they come to
                             * @example 4900
                             */
                            amount_cents: number | string;
                            /**
                             * Format: int64
                             * @description How many they are
                             */
                            count: number;
                        }[];
                        /** @description Whether it was recorded */
                        applied: boolean;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "recipients.set": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The partner's id */
                partner_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Address of the partner's account at the payment tool */
                    email: string & (unknown & unknown);
                    /** @description Name as the partner's bank knows it */
                    name: string;
                    /**
                     * @description Whom the account belongs to; person when left out
                     * @default person
                     * @enum {string}
                     */
                    kind?: "person" | "institution";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RecipientsSet"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "recipients.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The partner's id */
                partner_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PartnersRemoveEmail"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "recipients.list": {
        parameters: {
            query?: {
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Recipient"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "statements.show": {
        parameters: {
            query?: {
                /** @description How it is shown */
                format?: "json" | "html" | "csv";
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /**
                 * @description The month, in UTC
                 * @example 2026-01
                 */
                month: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As JSON; with `format` as a page to print, or with every line as CSV. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Statement"];
                    };
                    "text/html": string;
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "people.export": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The brand's own id of the customer; this, email or both */
                    customer_key?: string;
                    /**
                     * Format: email
                     * @description The person's address: it is found by its keyed hash, and in what providers delivered
                     */
                    email?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["People"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "people.erase": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The brand's own id of the customer; this, email or both */
                    customer_key?: string;
                    /**
                     * Format: email
                     * @description The person's address: it is found by its keyed hash, and in what providers delivered
                     */
                    email?: string;
                    /** @description The reason, for later readers; it is kept permanently, so it must name no person */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PeopleErase"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "inbox.retry": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * Format: int64
                     * @description Only this delivery, by its event; all that failed when left out
                     */
                    event_id?: number;
                    /**
                     * @description Only this provider's
                     * @enum {string}
                     */
                    provider?: "stripe" | "polar" | "dodo" | "paddle" | "lemonsqueezy" | "creem" | "sepay" | "payos" | "apipay" | "x402" | "razorpay" | "revenuecat" | "shopify" | "mollie" | "chargebee" | "recurly";
                    /**
                     * Format: int64
                     * @description Only those behind this one, as the answer before named it
                     */
                    after_event_id?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["InboxRetry"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "access-changes.list": {
        parameters: {
            query?: {
                /** @description Only such changes */
                change?: "key_regenerated" | "key_flagged" | "key_unflagged" | "connection_added" | "connection_changed" | "connection_removed" | "api_key_set" | "api_key_removed" | "recipient_set" | "recipient_removed" | "partner_email_set" | "partner_email_removed" | "partner_links_revoked" | "member_joined" | "member_role_changed" | "member_removed" | "member_invited" | "invitation_accepted" | "invitation_rejected" | "invitation_canceled" | "agent_key_created" | "agent_key_revoked" | "operator_made" | "operator_ended" | "secrets_rotated" | "endpoint_created" | "endpoint_changed" | "endpoint_paused" | "endpoint_resumed" | "endpoint_removed" | "export_created" | "export_changed" | "export_removed" | "channel_added" | "channel_changed" | "channel_paused" | "channel_resumed" | "channel_removed" | "partner_link_made" | "person_exported" | "list_downloaded";
                /** @description Only by this account, agent key or partner, as by_id of a change says */
                by_id?: string;
                /** @description Only made at this time or later */
                from?: string;
                /** @description Only made before this time */
                before?: string;
                /** @description Which come first; the oldest when left out */
                order?: "oldest" | "newest";
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["AccessChange"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "search.find": {
        parameters: {
            query: {
                /** @description The exact text to find; part of a name is enough for partners and programs */
                query: string;
                /** @description Only in this program; in all of yours when left out */
                program_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Search"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "checkpoints.list": {
        parameters: {
            query?: {
                /** @description Only those with this reason */
                occasion?: "moved" | "payout" | "replay" | "daily";
                /** @description Which come first; the oldest when left out */
                order?: "oldest" | "newest";
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Checkpoint"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "checkpoints.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The checkpoint, by its number */
                number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Checkpoint"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "checkpoints.key": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CheckpointsKey"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "log.list": {
        parameters: {
            query?: {
                /** @description Only events behind this place */
                after_seq?: number;
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Log"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "alarms.list": {
        parameters: {
            query?: {
                /** @description Only open ones, or only acknowledged ones */
                status?: "open" | "acknowledged";
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Alarm"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "alarms.acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The alarm */
                alarm_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The reason for closing it */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Alarm"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "replays.list": {
        parameters: {
            query?: {
                /** @description Only those of this program alone; of everything when left out, for operators */
                program_id?: number;
                /** @description Only this kind */
                kind?: "replay" | "verify" | "as_of";
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Replay"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "replays.plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * Format: int64
                     * @description The program; every program when left out, which is for operators alone
                     */
                    program_id?: number;
                    /**
                     * @description Read the stored deliveries again with today's adapters
                     * @default false
                     */
                    from_deliveries?: boolean;
                    /**
                     * @description Only programs with events of this provider, and only its deliveries
                     * @enum {string}
                     */
                    provider?: "stripe" | "polar" | "dodo" | "paddle" | "lemonsqueezy" | "creem" | "sepay" | "payos" | "apipay" | "x402" | "razorpay" | "revenuecat" | "shopify" | "mollie" | "chargebee" | "recurly" | "other";
                    /** @description Only programs and deliveries with events since then */
                    since?: string;
                    /** @description A time, or a seq of one program: the totals of the books there */
                    as_of?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ReplaysPlan"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ReplayRefused"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "replays.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The run */
                run_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ReplaysPlan"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "replays.rows": {
        parameters: {
            query?: {
                /** @description Only of this program */
                program_id?: number;
                /** @description Only of this book */
                book?: "program" | "program_settings" | "policy" | "partner" | "click" | "customer" | "lead" | "identity" | "subscription" | "payment_alias" | "payment_reference" | "sale" | "commission" | "commission_hold" | "adjustment" | "payout" | "payout_item" | "sale_change" | "closed_month" | "restatement" | "line_correction" | "platform_fee" | "refund" | "dispute" | "parked" | "outcome" | "manual_attribution" | "coupon" | "checklist";
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
                /** @description A page as JSON, or the whole list as CSV or as lines of JSON */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description The replay */
                run_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["ReplaysRows"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "replays.apply": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The run */
                run_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The plan's hash, from replays.show */
                    plan_hash: string;
                    /** @description The reason, for later readers */
                    reason: string;
                    /**
                     * @description Send a row.corrected for each changed row to the endpoints that subscribe to it; none when left out
                     * @default false
                     */
                    send_corrections?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ReplaysPlan"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ReplayRefused"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "replays.discard": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The run */
                run_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ReplaysPlan"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ReplayRefused"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "verifications.start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * Format: int64
                     * @description The program; every program when left out, which is for operators alone
                     */
                    program_id?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Verification"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ReplayRefused"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "verifications.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The run */
                run_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Verification"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.programs.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Program"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.programs.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description New name */
                    name?: string;
                    /**
                     * @description An inactive program takes no clicks and no calls
                     * @enum {string}
                     */
                    status?: "active" | "inactive";
                    /**
                     * @description Which of a visitor's clicks counts
                     * @enum {string}
                     */
                    attribution_model?: "last_click" | "first_click";
                    /** @description How long a browser keeps a click; 60 in a new program */
                    cookie_window_days?: number;
                    /** @description How old a click may be when a sale comes; 60 in a new program */
                    attribution_window_days?: number;
                    /** @description How long a commission is held after its sale; 15 in a new program */
                    hold_period_days?: number;
                    /**
                     * @description Whether leads that only a browser reported count; server_required in a new program
                     * @enum {string}
                     */
                    lead_auth?: "any" | "server_required";
                    /**
                     * @description Whether a server's call that names only the customer settles what a browser claimed, or only one that names the click; customer in a new program
                     * @enum {string}
                     */
                    lead_settlement?: "customer" | "click";
                    /** @description Platform fee in hundredths of a percent of a sale; the operator's alone */
                    platform_fee_bps?: number;
                    /** @description What a partner earns by a sale */
                    commission?: {
                        /** @constant */
                        type: "percentage";
                        /** @description Hundredths of a percent of the sale */
                        rate_bps: number;
                        /** @description Months from a subscription's first sale; null for life, 0 that sale only */
                        duration_months: number | null;
                    } | {
                        /** @constant */
                        type: "flat";
                        /** @description In the currency's smallest unit */
                        amount_cents: number;
                        /**
                         * @description The currency it is paid in, regardless of the sale's; nothing is converted
                         * @enum {string}
                         */
                        currency: "USD" | "EUR" | "VND";
                        /** @description Months from a subscription's first sale; null for life, 0 that sale only */
                        duration_months: number | null;
                    };
                    /**
                     * @description Whether people may sign up as partners themselves, and whether the brand approves each; closed in a new program
                     * @enum {string}
                     */
                    partner_sign_up?: "closed" | "by_approval" | "open";
                    /** @description The brand's site, which partners' links lead to; null for none */
                    site_url?: string | null;
                    /**
                     * @description The colour of the pages that partners see, where it can be read; null for ours
                     * @example #0b6a72
                     */
                    brand_color?: string | null;
                    /**
                     * @description The brand's own host that partners' links begin with, by https; its DNS leads to the service. Null for the service's own address
                     * @example go.acme.example
                     */
                    link_domain?: string | null;
                    /**
                     * @description Further hosts that partners' links may lead to, besides the brand's site and its subdomains; none in a new program
                     * @example [
                     *       "shop.acme.example"
                     *     ]
                     */
                    link_hosts?: string[];
                    /**
                     * @description Of a payment with a partner's discount code and another's click: which counts; click in a new program. Renewals and customers frozen by a first sale take precedence over both
                     * @enum {string}
                     */
                    coupon_precedence?: "click" | "coupon";
                    /**
                     * @description Whose refunds lower the platform fee of a payment that its provider verified: any, or only those that a provider verified; any in a new program; the operator's alone
                     * @enum {string}
                     */
                    fee_refunds?: "any" | "verified";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Program"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.programs.list": {
        parameters: {
            query?: {
                /** @description Only those of this workspace */
                workspace_id?: number;
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Program"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.programs.status": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProgramsStatus"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.programs.readiness": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProgramsReadiness"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.programs.verify": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProgramsVerify"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.programs.overview": {
        parameters: {
            query?: {
                /** @description The first day; 30 days before the end when left out */
                from?: string;
                /** @description The day behind the last one; tomorrow when left out */
                before?: string;
                /** @description Only tests, in place of live events */
                is_test?: boolean;
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProgramsOverview"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.programs.performance": {
        parameters: {
            query?: {
                /** @description So many days, today included; 30d when left out */
                period?: "7d" | "30d" | "90d" | "all";
                /** @description The first day, in place of a period */
                from?: string;
                /** @description The last day; today when left out */
                to?: string;
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProgramsPerformance"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.partners.list": {
        parameters: {
            query?: {
                /** @description Which come first; the oldest when left out */
                order?: "oldest" | "newest";
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Partner"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.partners.add": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible ASCII characters, new for each creation. The same call with the same key is done once and gets the same answer for 24 hours.
                 * @example a1f0b6de-6f4e-4a5c-9d7e-0c5a4b1e2f3d
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name people see */
                    name: string;
                    /**
                     * @description What its links carry as `aff`; unique in the installation, regardless of case
                     * @example anna
                     */
                    code: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Partner"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["PartnerCodeTaken"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.partners.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The partner's id */
                partner_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Partner"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.partners.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The partner's id */
                partner_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description New name */
                    name?: string;
                    /**
                     * @description Links of an inactive partner earn nothing
                     * @enum {string}
                     */
                    status?: "active" | "inactive";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Partner"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.policies.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The product_id that sales carry */
                product_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Policy"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.policies.set": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The product_id that sales carry */
                product_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "percentage";
                    /** @description Hundredths of a percent of the sale */
                    rate_bps: number;
                    /** @description Months from a subscription's first sale; null for life, 0 that sale only */
                    duration_months?: number | null;
                } | {
                    /** @constant */
                    type: "flat";
                    /** @description In the currency's smallest unit */
                    amount_cents: number;
                    /**
                     * @description The currency it is paid in, regardless of the sale's; nothing is converted
                     * @enum {string}
                     */
                    currency: "USD" | "EUR" | "VND";
                    /** @description Months from a subscription's first sale; null for life, 0 that sale only */
                    duration_months?: number | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Policy"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.policies.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The product_id that sales carry */
                product_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Policy"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.policies.list": {
        parameters: {
            query?: {
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Policy"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.coupons.list": {
        parameters: {
            query?: {
                /** @description Only of this partner */
                partner_id?: number;
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Coupon"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.coupons.add": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: int64
                     * @description The partner it belongs to
                     */
                    partner_id: number;
                    /** @description The code, as buyers type it; case and invisible characters mean nothing */
                    code: string;
                    /**
                     * @description What providers call it, each as provider:id, where a delivery reports an id and not the code; existing ids stay when left out
                     * @example [
                     *       "stripe:promo_123"
                     *     ]
                     */
                    provider_ids?: string[];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Coupon"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["CouponTaken"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.coupons.move": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: int64
                     * @description The partner it belongs to from now on
                     */
                    partner_id: number;
                    /** @description The code, as buyers type it; case and invisible characters mean nothing */
                    code: string;
                    /**
                     * @description What providers call it, each as provider:id, where a delivery reports an id and not the code; existing ids stay when left out
                     * @example [
                     *       "stripe:promo_123"
                     *     ]
                     */
                    provider_ids?: string[];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Coupon"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["CouponTaken"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.coupons.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The code, as buyers type it; case and invisible characters mean nothing */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Coupon"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.events.list": {
        parameters: {
            query?: {
                /** @description Only of this type, such as sale_reported */
                type?: string;
                /** @description Only from here: api, browser, operator or a provider */
                source?: string;
                /** @description Only with this outcome */
                outcome?: "recorded" | "duplicate" | "expired" | "parked" | "ignored" | "failed" | "refused" | "pending";
                /** @description true for only tests, false for only live events */
                is_test?: boolean;
                /** @description Only events of this payment, by any of its names */
                transaction_id?: string;
                /** @description Only events of this customer: its click, leads and payments */
                customer_key?: string;
                /** @description Only events of this click: itself, its leads and payments */
                click_id?: string;
                /** @description Only clicks, leads, sales and payouts of this partner */
                partner_id?: number;
                /** @description Only reports of this amount, in the currency's smallest unit; requires from */
                amount_cents?: number;
                /** @description Only received at this time or later */
                from?: string;
                /** @description Only received before this time */
                before?: string;
                /** @description Only after this position in the log: pass the last seq you received to get only new events */
                after_seq?: number;
                /** @description Which come first; the oldest when left out */
                order?: "oldest" | "newest";
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Event"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.audit.list": {
        parameters: {
            query?: {
                /** @description Only of this type, such as sale_reported */
                type?: string;
                /** @description Only received at this time or later */
                from?: string;
                /** @description Only received before this time */
                before?: string;
                /** @description Which come first; the oldest when left out */
                order?: "oldest" | "newest";
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Audit"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.sales.list": {
        parameters: {
            query?: {
                /** @description Only this sale */
                sale_id?: number;
                /** @description Only with this status */
                status?: "recorded" | "disputed" | "refunded" | "reversed";
                /** @description Only with this evidence */
                evidence?: "merchant_asserted" | "chain_verified" | "chain_contradicted" | "operator_accepted";
                /** @description Only of this partner */
                partner_id?: number;
                /** @description Only of this customer */
                customer_key?: string;
                /** @description Only of this subscription */
                subscription_id?: string;
                /** @description Only paid with this partner's discount code, as the partner has it */
                coupon_code?: string;
                /** @description Only of clicks marked so, place 1 of five */
                sub1?: string;
                /** @description Only of clicks marked so, place 2 of five */
                sub2?: string;
                /** @description Only of clicks marked so, place 3 of five */
                sub3?: string;
                /** @description Only of clicks marked so, place 4 of five */
                sub4?: string;
                /** @description Only of clicks marked so, place 5 of five */
                sub5?: string;
                /** @description Only received at this time or later */
                from?: string;
                /** @description Only received before this time */
                before?: string;
                /** @description Which come first; the oldest when left out */
                order?: "oldest" | "newest";
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Sale"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.commissions.list": {
        parameters: {
            query?: {
                /** @description Only with this status */
                status?: "pending" | "approved" | "paid" | "held" | "refunded" | "reversed";
                /** @description Only of this partner */
                partner_id?: number;
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Commission"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.fees.list": {
        parameters: {
            query?: {
                /** @description Only fees that the brand's word alone lowered or would have, or only the others */
                by_word?: boolean;
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Fee"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.refunds.list": {
        parameters: {
            query?: {
                /** @description Only of this sale */
                sale_id?: number;
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Refund"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.customers.list": {
        parameters: {
            query?: {
                /** @description Only of this partner */
                partner_id?: number;
                /** @description customer_key (the default): by key; newest: most recently bound first */
                order?: "customer_key" | "newest";
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Customer"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.clicks.list": {
        parameters: {
            query?: {
                /** @description Only of this partner */
                partner_id?: number;
                /** @description Only of clicks marked so, place 1 of five */
                sub1?: string;
                /** @description Only of clicks marked so, place 2 of five */
                sub2?: string;
                /** @description Only of clicks marked so, place 3 of five */
                sub3?: string;
                /** @description Only of clicks marked so, place 4 of five */
                sub4?: string;
                /** @description Only of clicks marked so, place 5 of five */
                sub5?: string;
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Click"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.leads.list": {
        parameters: {
            query?: {
                /** @description Only of this partner */
                partner_id?: number;
                /** @description Only of this customer */
                customer_key?: string;
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Lead"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.events.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The event */
                event_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EventsShow"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.inbox.list": {
        parameters: {
            query?: {
                /** @description Only received at this time or later */
                from?: string;
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Inbox"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.payments.story": {
        parameters: {
            query?: {
                /** @description The sale */
                sale_id?: number;
                /** @description Any name of the payment */
                transaction_id?: string;
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Payment"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.customers.story": {
        parameters: {
            query?: {
                /** @description The brand's own id of the customer */
                customer_key?: string;
                /** @description The provider's id of the customer, as customers.list has it */
                provider_customer_id?: string;
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CustomersStory"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.deliveries.list": {
        parameters: {
            query?: {
                /** @description Only those that ended like this */
                status?: "failed" | "parked" | "ignored" | "recorded" | "duplicate" | "expired";
                /** @description Only this provider's */
                provider?: "stripe" | "polar" | "dodo" | "paddle" | "lemonsqueezy" | "creem" | "sepay" | "payos" | "apipay" | "x402" | "razorpay" | "revenuecat" | "shopify" | "mollie" | "chargebee" | "recurly";
                /** @description Only those received since then */
                since?: string;
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Delivery"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.deliveries.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description Its event's id, or the provider's id */
                delivery: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DeliveriesShow"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.parked.list": {
        parameters: {
            query?: {
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Parked"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.parked.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The event, as parked.list names it */
                event_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ParkedShow"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.tracking-log.list": {
        parameters: {
            query?: {
                /** @description Only this call */
                call?: "click" | "lead" | "sale" | "refund" | "payment-reference";
                /** @description Only refused with this error code */
                code?: string;
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["TrackingLog"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.disputes.list": {
        parameters: {
            query?: {
                /** @description Only in this status */
                status?: "open" | "won" | "lost";
                /** @description Which come first; the oldest when left out */
                order?: "oldest" | "newest";
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Dispute"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.attributions.list": {
        parameters: {
            query?: {
                /** @description Only these */
                state?: "given" | "removed";
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Attribution"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.adjustments.list": {
        parameters: {
            query?: {
                /** @description Only of this partner */
                partner_id?: number;
                /** @description Only in this currency */
                currency?: "USD" | "EUR" | "VND";
                /** @description Only what is owed, or only what is taken off */
                direction?: "owed" | "taken_off";
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Adjustment"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.payouts.preview": {
        parameters: {
            query?: {
                /** @description Only this partner */
                partner_id?: number;
                /** @description Only in this currency */
                currency?: "USD" | "EUR" | "VND";
                /** @description Only what comes to this much; everything that is owed or owing when left out */
                minimum_cents?: number;
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["PayoutsPreview"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.payouts.list": {
        parameters: {
            query?: {
                /** @description Only with this status */
                status?: "created" | "paid" | "cancelled" | "returned";
                /** @description Only of this partner */
                partner_id?: number;
                /** @description Only in this currency */
                currency?: "USD" | "EUR" | "VND";
                /** @description Which come first; the oldest when left out */
                order?: "oldest" | "newest";
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Payout"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.payouts.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The payout's id */
                payout_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PayoutsMarkPaid"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.payouts.items": {
        parameters: {
            query?: {
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The payout's id */
                payout_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["PayoutsItems"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.statements.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /**
                 * @description The month, in UTC
                 * @example 2026-01
                 */
                month: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Statement"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.search.find": {
        parameters: {
            query: {
                /** @description The exact text to find; part of a name is enough for partners and programs */
                query: string;
                /** @description Only in this program; in all of yours when left out */
                program_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Search"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.checkpoints.list": {
        parameters: {
            query?: {
                /** @description Only those with this reason */
                occasion?: "moved" | "payout" | "replay" | "daily";
                /** @description Which come first; the oldest when left out */
                order?: "oldest" | "newest";
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Checkpoint"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.checkpoints.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
                /** @description The checkpoint, by its number */
                number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Checkpoint"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.checkpoints.key": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CheckpointsKey"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "agent.alarms.list": {
        parameters: {
            query?: {
                /** @description Only open ones, or only acknowledged ones */
                status?: "open" | "acknowledged";
                /** @description Rows at most; 100 when left out */
                limit?: number;
                /** @description The previous page's `next` */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The program's id */
                program_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page */
                        data: components["schemas"]["Alarm"][];
                        /** @description The next page's cursor; null on the last page */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    webhookClickRecorded: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClickRecordedMessage"];
            };
        };
        responses: {
            /** @description Received. Any other answer, redirects included, is retried for three days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhookLeadRecorded: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LeadRecordedMessage"];
            };
        };
        responses: {
            /** @description Received. Any other answer, redirects included, is retried for three days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhookLeadSettled: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LeadSettledMessage"];
            };
        };
        responses: {
            /** @description Received. Any other answer, redirects included, is retried for three days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhookSaleRecorded: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaleRecordedMessage"];
            };
        };
        responses: {
            /** @description Received. Any other answer, redirects included, is retried for three days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhookSaleParked: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaleParkedMessage"];
            };
        };
        responses: {
            /** @description Received. Any other answer, redirects included, is retried for three days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhookSaleChanged: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaleChangedMessage"];
            };
        };
        responses: {
            /** @description Received. Any other answer, redirects included, is retried for three days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhookCommissionCreated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommissionCreatedMessage"];
            };
        };
        responses: {
            /** @description Received. Any other answer, redirects included, is retried for three days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhookCommissionApproved: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommissionApprovedMessage"];
            };
        };
        responses: {
            /** @description Received. Any other answer, redirects included, is retried for three days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhookCommissionReduced: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommissionReducedMessage"];
            };
        };
        responses: {
            /** @description Received. Any other answer, redirects included, is retried for three days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhookCommissionReversed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommissionReversedMessage"];
            };
        };
        responses: {
            /** @description Received. Any other answer, redirects included, is retried for three days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhookCommissionRestored: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommissionRestoredMessage"];
            };
        };
        responses: {
            /** @description Received. Any other answer, redirects included, is retried for three days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhookCommissionPaid: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommissionPaidMessage"];
            };
        };
        responses: {
            /** @description Received. Any other answer, redirects included, is retried for three days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhookCommissionReturned: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommissionReturnedMessage"];
            };
        };
        responses: {
            /** @description Received. Any other answer, redirects included, is retried for three days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhookRefundRecorded: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundRecordedMessage"];
            };
        };
        responses: {
            /** @description Received. Any other answer, redirects included, is retried for three days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhookDisputeOpened: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DisputeOpenedMessage"];
            };
        };
        responses: {
            /** @description Received. Any other answer, redirects included, is retried for three days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhookDisputeWon: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DisputeWonMessage"];
            };
        };
        responses: {
            /** @description Received. Any other answer, redirects included, is retried for three days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhookDisputeLost: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DisputeLostMessage"];
            };
        };
        responses: {
            /** @description Received. Any other answer, redirects included, is retried for three days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhookPartnerJoined: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PartnerJoinedMessage"];
            };
        };
        responses: {
            /** @description Received. Any other answer, redirects included, is retried for three days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhookPayoutCreated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayoutCreatedMessage"];
            };
        };
        responses: {
            /** @description Received. Any other answer, redirects included, is retried for three days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhookPayoutPaid: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayoutPaidMessage"];
            };
        };
        responses: {
            /** @description Received. Any other answer, redirects included, is retried for three days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhookPayoutCancelled: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayoutCancelledMessage"];
            };
        };
        responses: {
            /** @description Received. Any other answer, redirects included, is retried for three days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhookPayoutReturned: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayoutReturnedMessage"];
            };
        };
        responses: {
            /** @description Received. Any other answer, redirects included, is retried for three days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhookKeyRotationRequired: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyRotationRequiredMessage"];
            };
        };
        responses: {
            /** @description Received. Any other answer, redirects included, is retried for three days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhookReplayApplied: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayAppliedMessage"];
            };
        };
        responses: {
            /** @description Received. Any other answer, redirects included, is retried for three days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhookRowCorrected: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RowCorrectedMessage"];
            };
        };
        responses: {
            /** @description Received. Any other answer, redirects included, is retried for three days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhookEndpointTest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndpointTestMessage"];
            };
        };
        responses: {
            /** @description Received. Any other answer, redirects included, is retried for three days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
