; What the installer does beside copying: links that begin with merchant-console: open the console, for this person only. The two dashes
; end the options, as where the console registers itself (src/main/desktop/arrivals.ts): a link can not become one.
; Data is never touched: neither macro knows where it lies. The start at login goes with the program, under the name that Electron gives it (the
; id of the app), but not when a newer version takes its place, whose installer runs this too.
!macro customInstall
  WriteRegStr SHCTX "Software\Classes\merchant-console" "" "URL:Merchant Console link"
  WriteRegStr SHCTX "Software\Classes\merchant-console" "URL Protocol" ""
  WriteRegStr SHCTX "Software\Classes\merchant-console\DefaultIcon" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME},0"
  WriteRegStr SHCTX "Software\Classes\merchant-console\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "--" "%1"'
!macroend

!macro customUnInstall
  DeleteRegKey SHCTX "Software\Classes\merchant-console"
  ${ifNot} ${isUpdated}
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "${APP_ID}"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "${APP_ID}"
  ${endIf}
!macroend
